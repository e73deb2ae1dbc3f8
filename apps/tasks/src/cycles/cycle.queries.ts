import type { Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { countRows, listPage } from '@atrium/database/list-page'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Cycles, Database } from '#database.ts'
import { NotFound, ValidationFailed } from '#errors.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import type { Cycle } from './cycle.contract.ts'

async function findCycleAccess(db: Database, userId: number, id: number) {
  const access = await selectAccess(db, userId)
    .innerJoin('cycles', 'cycles.projectId', 'projects.id')
    .where('cycles.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const cycleRecord = { find: findCycleAccess, notFound: 'cycle_not_found' } as const

const columns = [
  'cycles.id',
  'cycles.projectId',
  'cycles.name',
  'cycles.startDate',
  'cycles.endDate',
  'cycles.goal',
  'cycles.finishedAt',
  'cycles.carriedOverCount',
  'cycles.carriedOverSeconds',
  'cycles.createdAt',
  'cycles.updatedAt',
] as const

function selectCycles(db: Database) {
  const sums = sql<Record<'total' | 'done' | 'seconds' | 'doneSeconds', number>>`lateral (
    select count(*) as total, count(completed_at) as done, coalesce(sum(estimate_seconds), 0)::bigint as seconds,
      coalesce(sum(estimate_seconds) filter (where completed_at is not null), 0)::bigint as done_seconds
    from tasks
    where tasks.project_id = cycles.project_id and tasks.cycle_id = cycles.id and tasks.deleted_at is null)`
  return db
    .selectFrom('cycles')
    .innerJoin(sums.as('sums'), join => join.onTrue())
    .select(columns)
    .select([
      'sums.total as taskTotal',
      'sums.done as taskDone',
      'sums.seconds as estimateSeconds',
      'sums.doneSeconds',
    ])
    .$castTo<Cycle>()
}

export function listCyclePage(db: Database, projectId: number, page: Page) {
  const cycles = selectCycles(db)
    .where('cycles.projectId', '=', projectId)
    .orderBy('cycles.finishedAt', order => order.desc().nullsFirst())
    .orderBy('cycles.startDate', order => order.asc().nullsLast())
    .orderBy('cycles.id')
  return listPage(cycles, page, db.selectFrom('cycles').where('projectId', '=', projectId).select('id'))
}

export async function getCycle(db: Database, id: number): Promise<Cycle> {
  const cycle = await selectCycles(db).where('cycles.id', '=', id).executeTakeFirst()
  if (!cycle) throw new NotFound('cycle_not_found')
  return cycle
}

export function countCycles(tx: Database, projectId: number) {
  return countRows(tx.selectFrom('cycles').where('projectId', '=', projectId))
}

export function listCycleNames(tx: Database, projectId: number) {
  return tx
    .selectFrom('cycles')
    .where('projectId', '=', projectId)
    .select(['id', 'name'])
    .orderBy('finishedAt', order => order.desc().nullsFirst())
    .orderBy('id', 'desc')
    .execute()
}

export async function insertCycle(tx: Database, cycle: Insertable<Cycles>) {
  const { id } = await tx.insertInto('cycles').values(cycle).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateCycle(tx: Database, id: number, changes: Updateable<Cycles>) {
  await tx.updateTable('cycles').set(changes).where('id', '=', id).execute()
}

export async function deleteCycle(tx: Database, id: number) {
  await tx.deleteFrom('cycles').where('id', '=', id).execute()
}

export async function lockCycle(tx: Database, id: number) {
  await tx.selectFrom('cycles').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

/** Which tasks of a cycle move on. */
interface Leaving {
  projectId: number
  cycleId: number
  to: number | null
  now: string
  /** Completed tasks stay. */
  onlyOpen: boolean
}

/**
 * Locks the tasks before it changes them, in the order of their ids, as bulk changes do. Tasks in the trash move along, so that they
 * never come back into a finished cycle.
 */
export async function moveTasksOn(tx: Database, { projectId, cycleId, to, now, onlyOpen }: Leaving) {
  const leaving = tx
    .selectFrom('tasks')
    .where('projectId', '=', projectId)
    .where('cycleId', '=', cycleId)
    .select('id')
    .orderBy('id')
    .forNoKeyUpdate()
  const locked = await (onlyOpen ? leaving.where('completedAt', 'is', null) : leaving).execute()
  if (locked.length === 0) return []
  return tx
    .updateTable('tasks')
    .set({
      cycleId: to,
      version: sql`version + 1`,
      fieldVersions: sql`field_versions || jsonb_build_object('cycleId', version + 1)`,
      updatedAt: now,
    })
    .where('projectId', '=', projectId)
    .where(
      among(
        'id',
        locked.map(({ id }) => id),
      ),
    )
    .returning(['id', 'boardId', 'version', 'estimateSeconds', 'deletedAt'])
    .execute()
}

/** These cycles stay as they are until the transaction ends. To be locked before tasks. */
export async function lockCycles(tx: Database, given: (number | null | undefined)[]) {
  const ids = given.filter(id => typeof id === 'number')
  if (ids.length === 0) return []
  return tx
    .selectFrom('cycles')
    .where(among('id', ids))
    .select(['id', 'projectId', 'finishedAt'])
    .orderBy('id')
    .forShare()
    .execute()
}

export type LockedCycle = Awaited<ReturnType<typeof lockCycles>>[number]

/** Tasks can be put into a cycle of their project that is not finished, or into none. The cycle is locked. */
export function requireOpenCycle(
  locked: LockedCycle[],
  projectId: number,
  cycleId: number | null | undefined,
  field = 'cycleId',
) {
  if (!cycleId) return
  const cycle = locked.find(({ id }) => id === cycleId)
  if (!cycle) throw new ValidationFailed({ [field]: 'does_not_exist' })
  if (cycle.projectId !== projectId) throw new ValidationFailed({ [field]: 'in_other_project' })
  if (cycle.finishedAt) throw new ValidationFailed({ [field]: 'finished_cycle' })
}

/** Locks the cycle that tasks are to be in, if there is one, and checks it. */
export async function requireCycle(
  tx: Database,
  projectId: number,
  cycleId: number | null | undefined,
  field?: string,
) {
  requireOpenCycle(await lockCycles(tx, [cycleId]), projectId, cycleId, field)
}
