import { DomainError } from '@atrium/core/errors'
import { among } from '@atrium/database/conditions'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { listProjectIds, type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import { may, rolesWith } from '#projects/rights.ts'
import { findCustomFields, withCustomFields } from '#views/custom-fields.ts'
import { conditionsOf, type Filter } from '#views/filter.contract.ts'
import { readFilter } from '#views/read-filter.ts'
import type { TaskSelection } from './task.contract.ts'
import { matchTasks } from './task-filters.ts'

/** The tasks that match all filters and that the user can see, for lists, sums and whatever else is about them. */
export async function selectMatchingTasks(db: Database, actor: Actor, filters: TaskSelection, now: Date) {
  const customFields = await findCustomFields(db, actor, filters.filter)
  const filter = readFilter(filters.filter, withCustomFields(customFields))
  const projectIds = await listVisibleProjects(db, actor, filters, filter)
  const trashProjectIds = await listProjectsWithTrash(db, actor, projectIds, filters)
  const today = filters.today ?? now.toISOString().slice(0, 10)
  return db
    .selectFrom('tasks')
    .where(
      matchTasks({ filters, filter, customFields, projectIds, trashProjectIds, userId: actor.id, today }),
    )
}

/** Selects matching tasks, with those in the trash: a calendar has to learn that they are gone. */
export async function selectMatchingAndDeleted(
  db: Database,
  actor: Actor,
  selection: Omit<TaskSelection, 'deleted'>,
  now: Date,
) {
  const customFields = await findCustomFields(db, actor, selection.filter)
  const filter = readFilter(selection.filter, withCustomFields(customFields))
  const projectIds = await listVisibleProjects(db, actor, selection, filter)
  const today = selection.today ?? now.toISOString().slice(0, 10)
  const filters = { ...selection, deleted: 'all' } as const
  return db.selectFrom('tasks').where(
    matchTasks({
      filters,
      filter,
      customFields,
      projectIds,
      trashProjectIds: projectIds,
      userId: actor.id,
      today,
    }),
  )
}

/**
 * Returns which of these filters match a task of a project that the actor can read, in one statement. A filter that the actor cannot
 * use matches nothing.
 */
export async function findMatchingFilters(
  db: Database,
  actor: Actor,
  { projectId, taskId, today }: { projectId: number; taskId: number; today: string },
  texts: string[],
): Promise<Set<string>> {
  const customFields = await findCustomFields(db, actor, ...texts)
  const usable: { text: string; filter: Filter }[] = []
  for (const text of new Set(texts)) {
    try {
      const filter = readFilter(text, withCustomFields(customFields))
      await requireMentioned(db, actor, filter, 'project.read')
      usable.push({ text, filter })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
  if (usable.length === 0) return new Set()
  const search = { customFields, projectIds: [projectId], trashProjectIds: [], userId: actor.id, today }
  const found = await db
    .selectFrom('tasks')
    .where(among('tasks.id', [taskId]))
    .select(tasks =>
      usable.map(({ text, filter }, index) =>
        matchTasks({ ...search, filter, filters: { filter: text } })(tasks).as(`filter${index}`),
      ),
    )
    .executeTakeFirst()
  const matches = (found ?? {}) as Record<string, unknown>
  return new Set(usable.filter((_, index) => matches[`filter${index}`]).map(({ text }) => text))
}

const notFound = {
  projectId: 'project_not_found',
  boardId: 'board_not_found',
  columnId: 'column_not_found',
  stickerId: 'sticker_not_found',
} as const
type Kind = keyof typeof notFound
const kinds = Object.keys(notFound) as Kind[]

/** The projects that the parameters name, or all projects of the user and those that the filter names. */
async function listVisibleProjects(db: Database, actor: Actor, filters: TaskSelection, filter: Filter) {
  const right = isTrash(filters) ? 'task.write' : 'project.read'
  const require = (kind: Kind, ids: number[]) =>
    ids.length > 0 ? requireEach(db, actor, kind, ids, right) : []
  const [named, mentioned] = await Promise.all([
    Promise.all(kinds.map(kind => require(kind, idsOf(filters[kind])))),
    requireMentioned(db, actor, filter, right),
  ])
  const records = named.find((found, index) => found.length > 0 && kinds[index] !== 'stickerId')
  if (records) return records.map(({ projectId }) => projectId)
  const own = await listProjectIds(db, actor, rolesWith(right), filters.archivedProjects)
  return [...new Set([...own, ...mentioned.flat().flatMap(({ projectId }) => projectId ?? [])])]
}

function requireMentioned(db: Database, actor: Actor, filter: Filter, right: Right) {
  return Promise.all(
    kinds.map(kind => {
      const ids = idsIn(filter, kind)
      return ids.length > 0 ? requireEach(db, actor, kind, ids, right) : []
    }),
  )
}

function idsOf(list = '') {
  return list.split(',').filter(Boolean).map(Number)
}

const fieldOf = { projectId: 'project', boardId: 'board', columnId: 'column', stickerId: 'sticker' } as const

function idsIn(filter: Filter, kind: Kind) {
  const values = conditionsOf(filter).flatMap(({ field, values }) => (field === fieldOf[kind] ? values : []))
  return [...new Set(values)].filter(value => typeof value === 'number')
}

/** The projects where the user sees the entire trash; in others, only tasks they deleted themselves. */
async function listProjectsWithTrash(
  db: Database,
  actor: Actor,
  projectIds: number[],
  filters: TaskSelection,
) {
  if (!isTrash(filters)) return []
  const records = await selectAccess(db, actor.id).where(among('projects.id', projectIds)).execute()
  return records
    .filter(({ role }) => may(actor, role as RecordAccess['role'], 'trash.read'))
    .map(record => record.projectId)
}

function isTrash({ deleted }: TaskSelection) {
  return deleted === 'true' || deleted === 'all'
}

async function requireEach(db: Database, actor: Actor, kind: Kind, ids: number[], right: Right) {
  const records = await recordsOf(db, actor.id, kind, ids)
  requireRecords(actor, kind, ids, records, right)
  return records
}

/** A filter that names a record the user can't read is refused, not silently empty. */
export function requireRecords(
  actor: Actor,
  kind: Kind,
  ids: number[],
  records: (RecordAccess & { id: number })[],
  right: Right,
) {
  if (ids.some(id => !records.some(record => record.id === id))) throw new NotFound(notFound[kind])
  for (const record of records) {
    if (record.projectId) requireRight(actor, { ...record, archivedAt: null }, right)
  }
}

async function recordsOf(db: Database, userId: number, kind: Kind, ids: number[]) {
  const records = selectAccess(db, userId)
  const found = {
    projectId: () => records.where(among('projects.id', ids)).select('projects.id'),
    boardId: () =>
      records
        .innerJoin('boards', 'boards.projectId', 'projects.id')
        .where(among('boards.id', ids))
        .select('boards.id'),
    columnId: () =>
      records
        .innerJoin('boards', 'boards.projectId', 'projects.id')
        .innerJoin('boardColumns', join =>
          join
            .onRef('boardColumns.boardProjectId', '=', 'boards.projectId')
            .onRef('boardColumns.boardId', '=', 'boards.id'),
        )
        .where(among('boardColumns.id', ids))
        .select('boardColumns.id'),
    stickerId: () =>
      records
        .rightJoin('stickers', 'stickers.projectId', 'projects.id')
        .where(among('stickers.id', ids))
        .select('stickers.id'),
  }
  return (await found[kind]().execute()) as (RecordAccess & { id: number })[]
}
