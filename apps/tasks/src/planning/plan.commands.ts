import { inTransaction } from '@atrium/database/transaction'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden } from '#errors.ts'
import { isMember } from '#projects/record-access.queries.ts'
import { lockTask } from '#tasks/task.queries.ts'
import { MAX_PLANNED, type PlanPlace, type RollOver } from './plan.contract.ts'
import * as queries from './plan.queries.ts'

/** The task is locked, so that it does not leave the project in between. */
export function planTask(deps: Deps, actor: Actor, taskId: number, { day, afterTaskId }: PlanPlace) {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId } = await lockTask(tx, taskId)
    // Leaving the project is what removes its tasks from the plan.
    if (!(await isMember(tx, projectId, actor.id))) {
      throw new Forbidden('not_a_member', { right: 'project.read' })
    }
    const others = await queries.lockDay(tx, actor.id, day, taskId)
    if (others.length >= MAX_PLANNED) throw new Conflict('day_full', { limit: MAX_PLANNED })
    await queries.upsertPlan(tx, { userId: actor.id, taskId, projectId, day })
    await queries.orderDay(tx, actor.id, placedAfter(others, taskId, afterTaskId))
    await queries.deleteOldPlans(tx, actor.id, deps.now())
    await emit({ type: 'PlanChanged', userId: actor.id })
  })
}

/** At the end if the other task has left the day. */
function placedAfter(others: number[], taskId: number, afterTaskId: number | null | undefined) {
  if (afterTaskId === null) return [taskId, ...others]
  const at = afterTaskId === undefined ? -1 : others.indexOf(afterTaskId)
  return others.toSpliced(at < 0 ? others.length : at + 1, 0, taskId)
}

export function unplanTask(deps: Deps, actor: Actor, taskId: number) {
  return inTransaction(deps, async (tx, emit) => {
    const isRemoved = await queries.deletePlan(tx, actor.id, taskId)
    if (isRemoved) await emit({ type: 'PlanChanged', userId: actor.id })
  })
}

export function rollOverPlan(deps: Deps, actor: Actor, { day }: RollOver) {
  return inTransaction(deps, async (tx, emit) => {
    const movedIds = await queries.moveEarlierTasks(tx, actor.id, day, tokenProjects(actor))
    if (movedIds.length > 0) await emit({ type: 'PlanChanged', userId: actor.id })
    return { movedIds }
  })
}
