import type { Language } from '@atrium/core/language'
import { GAP } from '@atrium/database/ordered-list'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import { announceBoard, insertBoardWith } from '#boards/board.commands.ts'
import { findFirstColumn } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { getProject, insertMember, insertProject } from '#projects/project.queries.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import { enterColumn, lockColumn } from '#tasks/enter-column.ts'
import { findToday } from '#tasks/recurrence/recurrence.queries.ts'
import { getTask } from '#tasks/task.queries.ts'
import { builtInContent } from './built-in/built-in-templates.ts'
import type { BoardContent, ProjectContent, TaskContent } from './content/content.contract.ts'
import { firstBoardOf } from './content/preview.ts'
import type { TemplateKind } from './content/template.contract.ts'
import { addFields, addStickers, addViews } from './new-parts.ts'
import { insertNewTasks, placeOnBoards, type Target } from './new-tasks.ts'
import { findUsableTemplate } from './template.queries.ts'
import type {
  BoardFromTemplate,
  ProjectFromTemplate,
  TaskFromTemplate,
  UsedForBoard,
  UsedForProject,
  UsedForTask,
} from './use.contract.ts'

/** Sub-tasks go to the same column, whatever limit it has. Locks in the usual order: project, column. */
export async function createTask(deps: Deps, actor: Actor, input: TaskFromTemplate): Promise<UsedForTask> {
  const template = await getUsable(deps.db, actor, 'task', input.templateId)
  const [top, ...subtasks] = (template.content as TaskContent).tasks
  const projectId = template.projectId as number
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'task.write')
    const { boardId } = input
    const columnId = input.columnId ?? (await findFirstColumn(tx, boardId ? { boardId } : { projectId }))
    if (!columnId) throw new NotFound('no_column_for_task')
    const column = await lockColumn(tx, columnId)
    const field = input.columnId ? 'columnId' : 'boardId'
    if (column.projectId !== projectId) throw new ValidationFailed({ [field]: 'in_other_project' })
    const target = await targetIn(tx, deps, actor, projectId)
    const { position } = await enterColumn(tx, column, {}, { force: input.force, now: target.now })
    const named = { ...top, ...(input.title && { title: input.title }) } as TaskContent['tasks'][number]
    const placed = [named, ...subtasks].map((task, index) => ({
      task,
      column,
      position: position + index * GAP,
    }))
    const { ids, leftOut } = await insertNewTasks(tx, emit, target, placed)
    return { item: await getTask(tx, ids[0] as number), leftOut, taskCount: ids.length }
  })
}

async function getUsable(db: Database, actor: Actor, kind: TemplateKind, id: number) {
  const template = await findUsableTemplate(db, actor, kind, id)
  if (!template) throw new ValidationFailed({ templateId: 'does_not_exist' })
  return template
}

async function targetIn(tx: Database, deps: Deps, actor: Actor, projectId: number): Promise<Target> {
  const now = deps.now()
  const timeZone = (await getUserSettings(tx, actor.id)).timeZone ?? 'UTC'
  return { actor, projectId, now, timeZone, today: await findToday(tx, now, timeZone) }
}

type InLanguage<Input> = Input & { language: Language }

export async function createBoard(
  deps: Deps,
  actor: Actor,
  projectId: number,
  input: InLanguage<BoardFromTemplate>,
): Promise<UsedForBoard> {
  const { name, builtIn, templateId, language } = input
  requireOne(input)
  const template = templateId && (await getUsable(deps.db, actor, 'board', templateId))
  if (template && template.projectId !== projectId) {
    throw new ValidationFailed({ templateId: 'in_other_project' })
  }
  const content = template
    ? (template.content as BoardContent)
    : firstBoardOf(builtInContent(builtIn ?? 'kanban', language))
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'board.write')
    const description = input.description === undefined ? content.description : input.description
    const { background, columns } = content
    const board = { name, description, background, columns }
    const { boards, leftOut, taskCount } = await fill(tx, emit, await targetIn(tx, deps, actor, projectId), {
      ...content,
      boards: [board],
      tasks: input.withTasks ? content.tasks : [],
      views: [],
    })
    return { item: boards[0] as UsedForBoard['item'], leftOut, taskCount }
  })
}

function requireOne({ templateId, builtIn }: Pick<BoardFromTemplate, 'templateId' | 'builtIn'>) {
  if ((templateId === undefined) === (builtIn === undefined)) {
    throw new ValidationFailed({ templateId: 'one_template_expected' })
  }
}

/** Who creates a project owns it. */
export async function createProject(
  deps: Deps,
  actor: Actor,
  input: InLanguage<ProjectFromTemplate>,
): Promise<UsedForProject> {
  const { templateId, builtIn, withTasks, language, ...given } = input
  requireOne(input)
  const content = templateId
    ? ((await getUsable(deps.db, actor, 'project', templateId)).content as ProjectContent)
    : builtInContent(builtIn ?? 'kanban', language)
  const { description, goal, color, icon } = content
  const type = 'agency'
  return inTransaction(deps, async (tx, emit) => {
    const shown = { description, goal, color, icon, ...given }
    const projectId = await insertProject(tx, { ...shown, type, ownerId: actor.id })
    await insertMember(tx, projectId, actor.id, 'owner')
    const after = { name: given.name, type } as const
    await emit({ type: 'project.created', projectId, actorId: actor.id, after })
    const target = await targetIn(tx, deps, actor, projectId)
    const filled = await fill(tx, emit, target, { ...content, tasks: withTasks ? content.tasks : [] })
    const { leftOut, taskCount } = filled
    return { item: await getProject(tx, projectId, actor.id), leftOut, taskCount }
  })
}

/** Everything in a locked project, in the order in which each needs what is before it. */
async function fill(tx: Database, emit: Emit<Event>, target: Target, content: ProjectContent) {
  const stickers = await addStickers(tx, emit, target, content.stickers)
  const fields = await addFields(tx, emit, target, content.fields)
  const boards = []
  for (const { name, description = null, background = null, columns } of content.boards) {
    const id = await insertBoardWith(tx, target.projectId, { name, description, background, columns })
    boards.push(await announceBoard(tx, emit, target.actor, id))
  }
  const columns = boards.flatMap(board => board.columns)
  const placed = placeOnBoards(content.tasks, columns)
  const { ids, leftOut } = await insertNewTasks(tx, emit, target, placed)
  await addViews(tx, emit, target, content, {
    board: boards.map(({ id }) => id),
    column: columns.map(({ id }) => id),
    sticker: stickers,
    fields,
  })
  const refilled = columns.map(column => ({
    ...column,
    taskCount: placed.filter(one => one.column.id === column.id).length,
  }))
  return {
    boards: boards.map(board => ({
      ...board,
      columns: refilled.filter(({ boardId }) => boardId === board.id),
    })),
    leftOut,
    taskCount: ids.length,
  }
}
