import type { Language } from '@atrium/core/language'
import { GAP } from '@atrium/database/ordered-list'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { getUserSettings } from '#administration/user.queries.ts'
import { type LockedColumn, lockColumns } from '#boards/column.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import { columnFields } from '#tasks/enter-column.ts'
import { lockHierarchy } from '#tasks/hierarchy.ts'
import { repeatNewTask } from '#tasks/recurrence/recurrence.commands.ts'
import { lockBlocks } from '#tasks/relations/relation.queries.ts'
import { insertTasks, takeTaskNumbers } from '#tasks/task.queries.ts'
import { insertVotes } from '#tasks/votes/vote.queries.ts'
import { insertParts, type NewParts } from '#templates/content.queries.ts'
import { checkPlan } from './check-plan.ts'
import * as queries from './import.queries.ts'
import { hasWaitingLinks } from './link.queries.ts'
import { insertLinks, type NumberedTask, planLinks } from './link-tasks.ts'
import { createLosses, type Losses } from './losses.ts'
import { type ImportedPart, type ImportPlan, longest, type PlannedTask } from './plan/import-plan.contract.ts'
import { addNamedCycles } from './plan-cycles.ts'
import { lockPlannedNames } from './plan-names.ts'
import { lockTarget } from './target-board.ts'
import { commentText, descriptionWith } from './texts.ts'

/**
 * Imports one part of a plan, or nothing of it. Parts of one project run one after the other. Locks in the usual order: hierarchy,
 * project, board, columns, tasks.
 */
export function importPart(
  deps: Deps,
  actor: Actor,
  projectId: number,
  plan: ImportPlan,
  language: Language,
): Promise<ImportedPart> {
  checkPlan(plan)
  return inTransaction(deps, async (tx, emit) => {
    await lockHierarchy(tx, projectId)
    if (plan.tasks.some(hasRelations) || (await hasWaitingLinks(tx, projectId, plan.source)))
      await lockBlocks(tx)
    await lockProjectWithRight(tx, actor, projectId, 'task.import')
    const { id: importId, boardId: earlier } = await queries.openImport(tx, projectId, plan.source)
    const { boardId, columnOf } = await lockTarget(tx, emit, actor, {
      projectId,
      importId,
      earlier,
      plan,
      language,
    })
    const known = await queries.listImportedTasks(tx, { projectId, importId }, externalIdsIn(plan.tasks))
    const losses = createLosses()
    const part = { importId, actor, projectId, plan, known, columnOf, losses, now: deps.now() }
    const ids = await insertPart(tx, emit, part)
    const created = plan.tasks.filter(({ externalId }) => !known.has(externalId)).length
    if (ids.hasChanges) {
      const after = { count: created, source: plan.source }
      await emit({ type: 'tasks.imported', projectId, boardId, actorId: actor.id, after })
    }
    const lost = losses.byTask()
    return {
      importId,
      boardId,
      created,
      ...(await queries.countImportedTasks(tx, { projectId, importId })),
      tasks: plan.tasks.map(({ externalId }) => ({
        externalId,
        taskId: ids.idOf(externalId) as number,
        isNew: !known.has(externalId),
        losses: lost(externalId),
      })),
      losses: losses.counted(),
    }
  })
}

function hasRelations({ relations = [] }: PlannedTask) {
  return relations.length > 0
}

/** The tasks of a part, and those that they refer to. */
function externalIdsIn(tasks: PlannedTask[]) {
  const ids = tasks.flatMap(({ externalId, parent, relations = [] }) => [
    externalId,
    ...(parent ? [parent] : []),
    ...relations.map(({ task }) => task),
  ])
  return [...new Set(ids)]
}

interface Part extends queries.ImportKey {
  actor: Actor
  plan: ImportPlan
  known: Map<string, queries.KnownTask>
  /** The column of a task; all of them are locked together. */
  columnOf: (task: PlannedTask) => number
  losses: Losses
  now: Date
}

async function insertPart(tx: Database, emit: Emit<Event>, part: Part) {
  const { actor, projectId, plan, known, losses, now } = part
  const tasks = plan.tasks.filter(({ externalId }) => !known.has(externalId))
  const placeOf = await lockPlaces(tx, tasks, part)
  const names = await lockPlannedNames(tx, emit, { actor, projectId, plan, tasks, losses })
  const cycleOf = await addNamedCycles(tx, emit, { actor, projectId, plan, tasks, now })
  const numbers = tasks.length > 0 ? await takeTaskNumbers(tx, projectId, tasks.length) : []
  const created = tasks.map((planned, index) => ({ planned, id: numbers[index]?.id as number }))
  const newIds = new Map(created.map(({ planned, id }) => [planned.externalId, id]))
  const idOf = (externalId: string) => newIds.get(externalId) ?? known.get(externalId)?.taskId
  const linkable = (externalId: string) =>
    known.get(externalId)?.isHere === false ? undefined : idOf(externalId)
  const links = await planLinks(tx, part, created, linkable, losses)

  const parts: NewParts = { checklist: [], stickers: [] }
  const rows = created.map(({ planned, id }, index) => {
    const { number, defaultPriorityId } = numbers[index] as (typeof numbers)[number]
    const { title, estimateSeconds = null, checklist = [] } = planned
    for (const [place, { title: item, isDone = false }] of checklist.entries()) {
      parts.checklist.push({ taskId: id, title: item, isDone, position: place * GAP })
    }
    for (const stickerId of names.stickersOf(planned)) parts.stickers.push({ taskId: id, stickerId })
    const cycleId = cycleOf(planned)
    if (planned.cycle && !cycleId) losses.add('cycleUnknown', planned.externalId, planned.cycle)
    return {
      id,
      projectId,
      number,
      title,
      estimateSeconds,
      cycleId,
      description: descriptionWith(planned, losses),
      priorityId: names.priorityOf(planned) ?? defaultPriorityId,
      ...names.assigneesOf(planned),
      parentId: links.parentOf.get(id) ?? null,
      fieldValues: names.valuesOf(planned),
      ...datesOf(planned, losses),
      ...placeOf(planned),
      creatorId: actor.id,
      updatedAt: now.toISOString(),
    }
  })
  if (rows.length > 0) await insertTasks(tx, rows)
  const archived = created.filter(({ planned }) => planned.isArchived).map(({ id }) => id)
  if (archived.length > 0) await queries.archiveCompleted(tx, projectId, archived)
  await insertParts(tx, { projectId, attachedBy: actor.id }, parts)
  const votes = created.flatMap(({ planned, id: taskId }) =>
    names.votersOf(planned).map(userId => ({ taskId, projectId, userId, createdAt: now.toISOString() })),
  )
  if (votes.length > 0) await insertVotes(tx, votes)
  await queries.insertImportedTasks(
    tx,
    part,
    created.map(({ planned, id }) => ({ externalId: planned.externalId, taskId: id })),
  )
  await insertLinks(tx, part, links, { actorId: actor.id, now: now.toISOString() })
  const commentCount = await insertComments(tx, part, idOf, names)
  await repeatTasks(tx, emit, part, created)
  return { idOf, hasChanges: created.length + commentCount + links.laterParents.length > 0 }
}

/** Where each task goes: to the end of its column, in the order of the plan. Columns for completed tasks complete them. */
async function lockPlaces(tx: Database, tasks: PlannedTask[], { columnOf, losses, now }: Part) {
  const ids = [...new Set(tasks.map(columnOf))]
  const columns = new Map((await lockColumns(tx, ids)).map(column => [column.id, column]))
  const last = await queries.findLastPositions(tx, ids)
  const present = now.toISOString()
  return (task: PlannedTask) => {
    const column = columns.get(columnOf(task)) as LockedColumn
    const position = (last.get(column.id) ?? -GAP) + GAP
    last.set(column.id, position)
    const completedAt = task.completedAt ? earliest(task.completedAt, present) : null
    if (completedAt && !column.isDone)
      losses.add('completionDropped', task.externalId, task.completedAt ?? null)
    if (task.isArchived && !column.isDone) losses.add('archiveDropped', task.externalId, task.title)
    return {
      ...columnFields(column, { completedAt }, now),
      position,
      createdAt: earliest(task.createdAt ?? present, completedAt ?? present, present),
    }
  }
}

/** Nothing of an import happens in the future, and no task is completed before it is created. */
function earliest(...instants: string[]) {
  return new Date(Math.min(...instants.map(Date.parse))).toISOString()
}

function datesOf({ externalId, startDate = null, dueDate = null }: PlannedTask, losses: Losses) {
  if (!startDate || !dueDate || startDate <= dueDate) return { startDate, dueDate }
  losses.add('startDateDropped', externalId, startDate)
  return { startDate: null, dueDate }
}

type Names = Awaited<ReturnType<typeof lockPlannedNames>>

/** The comments of new tasks, and those that known tasks do not have yet. Returns how many there are. */
async function insertComments(
  tx: Database,
  { projectId, actor, plan, known, losses, now }: Part,
  idOf: (externalId: string) => number | undefined,
  names: Names,
) {
  const commented = plan.tasks.filter(
    ({ externalId, comments = [] }) => comments.length > 0 && known.get(externalId)?.isHere !== false,
  )
  const knownIds = commented.flatMap(({ externalId }) => known.get(externalId)?.taskId ?? [])
  const earlier = await queries.listImportedComments(tx, projectId, knownIds)
  const comments = commented.flatMap(({ externalId, comments = [] }) => {
    const taskId = idOf(externalId) as number
    const isMissing = (id: string | undefined) =>
      !known.has(externalId) || (id !== undefined && !earlier.has(`${taskId} ${id}`))
    return comments
      .filter(comment => isMissing(comment.externalId))
      .map(({ externalId: id, author, at, text }) => {
        const authorId = author ? names.authorOf(author) : actor.id
        const written = commentText(text, authorId === undefined && author ? names.nameOf(author) : undefined)
        if (written.length > longest.comment) losses.add('commentCut', externalId)
        return {
          taskId,
          externalId: id,
          authorId: authorId ?? actor.id,
          text: Array.from(written).slice(0, longest.comment).join(''),
          createdAt: earliest(at ?? now.toISOString(), now.toISOString()),
        }
      })
      .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
  })
  await queries.insertComments(tx, projectId, comments)
  return comments.length
}

async function repeatTasks(
  tx: Database,
  emit: Emit<Event>,
  { actor, losses, now }: Part,
  created: NumberedTask[],
) {
  const repeated = created.filter(({ planned }) => planned.recurrence)
  if (repeated.length === 0) return
  const timeZone = (await getUserSettings(tx, actor.id)).timeZone ?? 'UTC'
  for (const { planned, id } of repeated) {
    if (!planned.recurrence) continue
    const { rule, mode = 'calendar' } = planned.recurrence
    const repeats = await repeatNewTask(tx, emit, actor, id, { rule, mode, timeZone, leadDays: 0, now })
    if (!repeats) losses.add('repeatEnded', planned.externalId, rule)
  }
}
