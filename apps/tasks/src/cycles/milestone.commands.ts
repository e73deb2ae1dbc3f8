import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import { lockProjectWithRight } from '#projects/require-right.ts'
import {
  MAX_MILESTONES,
  type Milestone,
  type MilestoneChanges,
  type NewMilestone,
} from './milestone.contract.ts'
import * as queries from './milestone.queries.ts'
import { getMilestone } from './milestone.queries.ts'

export function createMilestone(
  deps: Deps,
  actor: Actor,
  projectId: number,
  input: NewMilestone,
): Promise<Milestone> {
  return inTransaction(deps, async (tx, emit) => {
    await lockProjectWithRight(tx, actor, projectId, 'cycle.write')
    if ((await queries.countMilestones(tx, projectId)) >= MAX_MILESTONES) {
      throw new Conflict('too_many_milestones', { limit: MAX_MILESTONES })
    }
    const now = deps.now().toISOString()
    const id = await queries.insertMilestone(tx, { ...input, projectId, createdAt: now, updatedAt: now })
    const milestone = await getMilestone(tx, id)
    const after = recordedFields(milestone)
    await emit({ type: 'milestone.created', projectId, actorId: actor.id, after })
    return milestone
  })
}

export function updateMilestone(
  deps: Deps,
  actor: Actor,
  id: number,
  changes: MilestoneChanges,
): Promise<Milestone> {
  return inTransaction(deps, async (tx, emit) => {
    const before = await lockMilestoneOf(tx, actor, id)
    const { projectId } = before
    const { name = before.name, date = before.date } = changes
    if (name === before.name && date === before.date) return before
    await queries.updateMilestone(tx, id, { name, date, updatedAt: deps.now().toISOString() })
    const after = await getMilestone(tx, id)
    const sides = { before: recordedFields(before), after: recordedFields(after) }
    await emit({ type: 'milestone.updated', projectId, actorId: actor.id, ...sides })
    return after
  })
}

export function deleteMilestone(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const milestone = await lockMilestoneOf(tx, actor, id)
    await queries.deleteMilestone(tx, id)
    const before = recordedFields(milestone)
    await emit({ type: 'milestone.deleted', projectId: milestone.projectId, actorId: actor.id, before })
  })
}

async function lockMilestoneOf(tx: Database, actor: Actor, id: number) {
  const { projectId } = await getMilestone(tx, id)
  await lockProjectWithRight(tx, actor, projectId, 'cycle.write')
  return getMilestone(tx, id)
}

function recordedFields({ id, name, date }: Milestone) {
  return { milestoneId: id, name, date }
}
