import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { addCycle, daysBetween } from '#cycles/cycle.commands.ts'
import { MAX_CYCLE_DAYS, MAX_CYCLES } from '#cycles/cycle.contract.ts'
import { listCycleNames } from '#cycles/cycle.queries.ts'
import type { Database } from '#database.ts'
import type { Event } from '#events.ts'
import { type ImportPlan, longest, type PlannedCycle, type PlannedTask } from './plan/import-plan.contract.ts'
import { cut } from './plan/plan-texts.ts'

interface Part {
  actor: Actor
  projectId: number
  plan: ImportPlan
  /** The tasks of the plan that are new. */
  tasks: PlannedTask[]
  now: Date
}

/** Finds the cycles that the tasks name, and creates those that the locked project does not have. Finished ones take tasks, too. */
export async function addNamedCycles(
  tx: Database,
  emit: Emit<Event>,
  { actor, projectId, plan, tasks, now }: Part,
) {
  const named = new Map(
    tasks.flatMap(({ cycle }) => (cycle ? [[keyOf(cycle), cut(cycle, longest.cycle)] as const] : [])),
  )
  if (named.size === 0) return () => undefined
  const known = await listCycleNames(tx, projectId)
  // The first one of a name counts: it is not finished, or the latest.
  const ids = new Map(known.toReversed().map(({ id, name }) => [keyOf(name), id]))
  const planned = new Map(plan.cycles.map(cycle => [keyOf(cycle.name), cycle]))
  const missing = [...named].filter(([key]) => !ids.has(key)).slice(0, Math.max(0, MAX_CYCLES - known.length))
  for (const [key, name] of missing) {
    const cycle = { projectId, ...newCycle(planned.get(key) ?? { name }, now) }
    ids.set(key, await addCycle(tx, emit, actor, cycle, now))
  }
  return ({ cycle }: PlannedTask) => (cycle ? ids.get(keyOf(cycle)) : undefined)
}

function keyOf(name: string) {
  return cut(name, longest.cycle).toLowerCase()
}

/** Days that a cycle cannot have lose their first one. */
function newCycle(planned: PlannedCycle, now: Date) {
  const { name, startDate = null, endDate = null, goal = null, finishedAt = null } = planned
  const days = startDate && endDate ? daysBetween(startDate, endDate) : 1
  return {
    name,
    startDate: days >= 1 && days <= MAX_CYCLE_DAYS ? startDate : null,
    endDate,
    goal,
    finishedAt: finishedAt && Date.parse(finishedAt) <= now.getTime() ? finishedAt : null,
  }
}
