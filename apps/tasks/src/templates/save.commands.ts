import type { Actor } from '#administration/actor.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import { getBoardWithColumns, selectBoards } from '#boards/board.queries.ts'
import type { Column } from '#boards/column.contract.ts'
import { listColumns } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { CustomField, NewField } from '#fields/field.contract.ts'
import { listFields } from '#fields/field.queries.ts'
import { getProject } from '#projects/project.queries.ts'
import { findToday } from '#tasks/recurrence/recurrence.queries.ts'
import { listSubtaskIds } from '#tasks/subtasks/subtask.queries.ts'
import { lockTask } from '#tasks/task.queries.ts'
import { listSavedViews } from '#views/saved-view.queries.ts'
import type { BoardContent, ProjectContent, TaskContent, TemplateView } from './content/content.contract.ts'
import type { BoardToSave, ProjectToSave, TaskToSave, Template } from './content/template.contract.ts'
import { listOwnStickers, listTasksToSave } from './content.queries.ts'
import { savedTasks } from './saved-tasks.ts'
import { storeTemplate } from './template.commands.ts'
import { type Numbered, numberedFields, placesOf, renameInView } from './view-references.ts'

export async function saveTaskAsTemplate(
  deps: Deps,
  actor: Actor,
  taskId: number,
  projectId: number,
  { withSubtasks, ...named }: TaskToSave,
): Promise<Template> {
  const timeZone = await timeZoneOf(deps, actor)
  return storeTemplate(deps, actor, { kind: 'task', projectId, ...named }, async tx => {
    await lockTask(tx, taskId)
    const taskIds = [taskId, ...(withSubtasks ? await listSubtaskIds(tx, taskId, true) : [])]
    const found = await listTasksToSave(tx, { taskIds }, timeZone)
    const byId = new Map(found.map(task => [task.id, task]))
    const tasks = taskIds.flatMap(id => byId.get(id) ?? [])
    const fields = await listFields(tx, projectId)
    const since = tasks[0]?.createdOn as string
    return { tasks: await savedTasks(tx, tasks, { fields, since, withPeople: true }) } satisfies TaskContent
  })
}

async function timeZoneOf({ db }: Deps, actor: Actor) {
  return (await getUserSettings(db, actor.id)).timeZone ?? 'UTC'
}

export async function saveBoardAsTemplate(
  deps: Deps,
  actor: Actor,
  boardId: number,
  projectId: number,
  { withTasks, ...named }: BoardToSave,
): Promise<Template> {
  const timeZone = await timeZoneOf(deps, actor)
  return storeTemplate(deps, actor, { kind: 'board', projectId, ...named }, async tx => {
    const { description, background, columns } = await getBoardWithColumns(tx, boardId)
    const tasks = withTasks ? await listTasksToSave(tx, { boardIds: [boardId] }, timeZone) : []
    const fields = await listFields(tx, projectId)
    const since = await findToday(tx, deps.now(), timeZone)
    return {
      description,
      ...(background !== null && { background }),
      columns: columns.map(savedColumn),
      tasks: await savedTasks(tx, tasks, { fields, columns, since, withPeople: true }),
      stickers: [],
      fields: [],
    } satisfies BoardContent
  })
}

function savedColumn({ title, wipLimit, isDone, archiveAfterDays }: Column) {
  return { title, wipLimit, isDone, ...(archiveAfterDays !== null && { archiveAfterDays }) }
}

/** People are not copied: not as members, assignees or values of fields. */
export async function saveProjectAsTemplate(
  deps: Deps,
  actor: Actor,
  projectId: number,
  { withTasks, ...named }: ProjectToSave,
): Promise<Template> {
  const timeZone = await timeZoneOf(deps, actor)
  return storeTemplate(deps, actor, { kind: 'project', ...named }, async tx => {
    const { description, goal, color, icon } = await getProject(tx, projectId, actor.id)
    const boards = await listBoardsToSave(tx, projectId)
    const columns = boards.flatMap(board => board.columns)
    const boardIds = boards.map(({ id }) => id)
    const tasks = withTasks ? await listTasksToSave(tx, { boardIds }, timeZone) : []
    const fields = await listFields(tx, projectId)
    const stickers = await listOwnStickers(tx, projectId)
    const since = await findToday(tx, deps.now(), timeZone)
    const numbered = {
      board: boardIds,
      column: columns.map(({ id }) => id),
      sticker: stickers.map(({ id }) => id),
      fields: numberedFields(fields),
    }
    const content: ProjectContent = {
      description,
      goal,
      color,
      icon,
      boards: boards.map(({ name, description, background, columns }) => ({
        name,
        description,
        ...(background !== null && { background }),
        columns: columns.map(savedColumn),
      })),
      tasks: await savedTasks(tx, tasks, { fields, columns, since, withPeople: false }),
      stickers: stickers.map(({ name, color, icon }) => ({ name, color, icon })),
      fields: fields.map(savedField),
      views: [],
    }
    return { ...content, views: await viewsToSave(tx, actor, projectId, numbered, content) }
  })
}

async function listBoardsToSave(tx: Database, projectId: number) {
  const boards = await selectBoards(tx).where('projectId', '=', projectId).orderBy('position').execute()
  const found = []
  for (const board of boards) found.push({ ...board, columns: await listColumns(tx, board.id) })
  return found
}

function savedField({ name, type, isRequired, showsOnCard, defaultValue, options }: CustomField): NewField {
  const chosen = [defaultValue].flat()
  const isList = type === 'select' || type === 'multi_select'
  const hasValue = !isList && type !== 'person' && defaultValue !== null
  return {
    name,
    type,
    isRequired,
    showsOnCard,
    ...(hasValue && { defaultValue }),
    ...(isList && {
      options: options.map(option => ({
        name: option.name,
        color: option.color,
        ...(chosen.includes(option.id) && { isDefault: true }),
      })),
    }),
  }
}

const everyView = { page: 1, limit: 1000 }
const MAX_VIEWS = 50

/** The shared ones. A view of something that is not in the template, such as one task, would show nothing. */
async function viewsToSave(
  tx: Database,
  actor: Actor,
  projectId: number,
  numbered: Numbered,
  content: ProjectContent,
) {
  const { items } = await listSavedViews(tx, actor, { projectId, ...everyView })
  const views = items.filter(({ isShared }) => isShared).slice(0, MAX_VIEWS)
  const renaming = { from: numbered, to: placesOf(content).to }
  return views.flatMap(({ name, kind, filter, orderBy, groupBy, columns, scale }): TemplateView[] => {
    const view = renameInView({ name, kind, filter, orderBy, groupBy, columns, scale }, renaming)
    return view ? [view] : []
  })
}
