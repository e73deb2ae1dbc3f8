import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import {
  type Cycle,
  type CycleChanges,
  type CycleFinish,
  MAX_CYCLE_DAYS,
  MAX_CYCLES,
  type NewCycle,
} from './cycle.contract.ts'
import * as queries from './cycle.queries.ts'
import { getCycle } from './cycle.queries.ts'

const DAY_MS = 24 * 3600 * 1000

export function createCycle(deps: Deps, actor: Actor, projectId: number, input: NewCycle): Promise<Cycle> {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'cycle.write')
    if ((await queries.countCycles(tx, projectId)) >= MAX_CYCLES) {
      throw new Conflict('too_many_cycles', { limit: MAX_CYCLES })
    }
    requireDays(input)
    const id = await addCycle(tx, emit, actor, { ...input, projectId }, deps.now())
    return getCycle(tx, id)
  })
}

export async function addCycle(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  cycle: NewCycle & { projectId: number; finishedAt?: string | null },
  now: Date,
) {
  const at = now.toISOString()
  const cycleId = await queries.insertCycle(tx, { ...cycle, createdAt: at, updatedAt: at })
  const { projectId, name, startDate, endDate, goal } = cycle
  const after = { cycleId, name, startDate, endDate, goal }
  await emit({ type: 'cycle.created', projectId, actorId: actor.id, after })
  return cycleId
}

export function updateCycle(deps: Deps, actor: Actor, id: number, changes: CycleChanges): Promise<Cycle> {
  return inTransaction(deps, async (tx, emit) => {
    const before = await lockCycleOf(tx, actor, id)
    const names = (Object.keys(changes) as (keyof CycleChanges)[]).filter(
      name => changes[name] !== before[name],
    )
    if (names.length === 0) return before
    requireDays(changes, before)
    await queries.updateCycle(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
    const after = await getCycle(tx, id)
    const recorded = (cycle: Cycle) => ({
      cycleId: id,
      name: cycle.name,
      ...Object.fromEntries(names.map(name => [name, cycle[name]])),
    })
    const { projectId } = after
    const sides = { before: recorded(before), after: recorded(after) }
    await emit({ type: 'cycle.updated', projectId, actorId: actor.id, ...sides })
    return after
  })
}

/** Cycles come after their project and before tasks, so that no task enters a cycle that is about to end. */
async function lockCycleOf(tx: Database, actor: Actor, id: number) {
  const { projectId } = await getCycle(tx, id)
  await lockProjectWithRight(tx, actor, projectId, 'cycle.write')
  await queries.lockCycle(tx, id)
  return getCycle(tx, id)
}

type Days = Pick<CycleChanges, 'startDate' | 'endDate'>

/** The error names a date of the request. */
function requireDays(given: Days, stored: Days = {}) {
  if (given.startDate === undefined && given.endDate === undefined) return
  const { startDate, endDate } = { ...stored, ...given }
  if (!startDate || !endDate) return
  const days = daysBetween(startDate, endDate)
  if (days > MAX_CYCLE_DAYS) {
    throw new ValidationFailed({ endDate: { code: 'cycle_too_long', limit: MAX_CYCLE_DAYS } })
  }
  if (days > 0) return
  if (given.endDate === undefined) throw new ValidationFailed({ startDate: 'cycle_starts_after_end' })
  throw new ValidationFailed({ endDate: 'cycle_ends_before_start' })
}

/** How many days there are from the first to the last; less than one if they are the wrong way round. */
export function daysBetween(startDate: string, endDate: string) {
  return (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1
}

export function deleteCycle(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name } = await lockCycleOf(tx, actor, id)
    const move = { projectId, cycleId: id, to: null, now: deps.now().toISOString(), onlyOpen: false }
    const left = await moveOn(tx, emit, actor, move)
    await queries.deleteCycle(tx, id)
    const before = { cycleId: id, name, taskCount: left.length }
    await emit({ type: 'cycle.deleted', projectId, actorId: actor.id, before })
  })
}

/** The tasks move on at the moment that the cycle is finished at: what was left is the state of the cycle just before. */
export function finishCycle(
  deps: Deps,
  actor: Actor,
  id: number,
  { carryOverTo }: CycleFinish,
): Promise<Cycle> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, name, finishedAt } = await lockCycleOf(tx, actor, id)
    if (finishedAt) throw new Conflict('cycle_finished', { finishedAt })
    if (carryOverTo === id) throw new ValidationFailed({ carryOverTo: 'same_cycle' })
    const now = deps.now().toISOString()
    await queries.requireCycle(tx, projectId, carryOverTo, 'carryOverTo')
    const move = { projectId, cycleId: id, to: carryOverTo, now, onlyOpen: true }
    const left = await moveOn(tx, emit, actor, move)
    const carriedOverCount = left.length
    const carriedOverSeconds = left.reduce((sum, { estimateSeconds }) => sum + (estimateSeconds ?? 0), 0)
    const finish = { finishedAt: now, carriedOverCount, carriedOverSeconds, updatedAt: now }
    await queries.updateCycle(tx, id, finish)
    const cycle = await getCycle(tx, id)
    const after = {
      cycleId: id,
      name,
      carriedOverTo: carryOverTo,
      carriedOverCount,
      doneCount: cycle.taskDone,
    }
    await emit({ type: 'cycle.finished', projectId, actorId: actor.id, after })
    return cycle
  })
}

/** Returns the tasks that are not in the trash. */
async function moveOn(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  move: Parameters<typeof queries.moveTasksOn>[1],
) {
  const { projectId, cycleId, to } = move
  const moved = await queries.moveTasksOn(tx, move)
  for (const { id: taskId, boardId, version, deletedAt } of moved) {
    await emit({
      type: 'task.updated',
      projectId,
      boardId,
      taskId,
      taskVersion: version,
      actorId: actor.id,
      isBulk: true,
      before: { cycleId },
      after: { cycleId: to, ...(deletedAt && { deletedAt }) },
    })
  }
  return moved.filter(({ deletedAt }) => deletedAt === null)
}
