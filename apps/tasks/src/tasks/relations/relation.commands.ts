import { type Emit, inTransaction } from '@atrium/database/transaction'
import { type Actor, isWithinToken } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Gone, NotFound, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { listMemberships } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { may } from '#projects/rights.ts'
import { findTaskAccess, type LockedTask, lockAnyTask } from '../task.queries.ts'
import type { NewRelation, Relation } from './relation.contract.ts'
import * as queries from './relation.queries.ts'

export const MAX_RELATIONS = 100

/** Both tasks show the relation, so it needs the right to edit both. */
export async function addRelation(
  deps: Deps,
  actor: Actor,
  id: number,
  { type, taskId }: NewRelation,
): Promise<Relation> {
  if (taskId === id) throw new ValidationFailed({ taskId: 'same_task' })
  await requireWritable(deps.db, actor, taskId)
  const stored = queries.storedRelation(id, type, taskId)
  return inTransaction(deps, async (tx, emit) => {
    if (stored.type === 'blocks') await queries.lockBlocks(tx)
    const tasks = await lockBoth(tx, id, taskId)
    await requireRoom(tx, id)
    await requireRoom(tx, taskId)
    if (stored.type === 'blocks' && (await queries.isBlocking(tx, stored.toTaskId, stored.fromTaskId))) {
      throw new Conflict('tasks_block_each_other')
    }
    const projectOf = (taskId: number) => tasks.find(task => task.id === taskId)?.projectId as number
    const relationId = await queries.insertRelation(tx, {
      ...stored,
      projectId: projectOf(stored.toTaskId),
      fromProjectId: projectOf(stored.fromTaskId),
      createdBy: actor.id,
    })
    await emitOnBoth(tx, emit, actor, tasks, stored, (kind, other) => ({
      type: 'relation.added',
      after: { relationId, kind, ...other },
    }))
    const grouped = await queries.listRelations(tx, actor, id)
    return grouped[type].find(relation => relation.id === relationId) as Relation
  })
}

export function removeRelation(deps: Deps, actor: Actor, id: number, relationId: number) {
  return inTransaction(deps, async (tx, emit) => {
    const stored = await queries.findRelation(tx, relationId, id)
    if (!stored) throw new NotFound('relation_not_found')
    const tasks = await lockBoth(tx, stored.fromTaskId, stored.toTaskId, { includesDeleted: true })
    if (!(await queries.deleteRelation(tx, relationId))) throw new NotFound('relation_not_found')
    await emitOnBoth(tx, emit, actor, tasks, stored, (kind, other) => ({
      type: 'relation.removed',
      before: { relationId, kind, ...other },
    }))
  })
}

/** What one cannot see does not exist: neither the answer nor its code says more. */
async function requireWritable(db: Database, actor: Actor, taskId: number) {
  const access = await findTaskAccess(db, actor.id, taskId)
  const isVisible =
    access &&
    !access.deletedAt &&
    isWithinToken(actor, access.projectId) &&
    may(actor, access.role, 'project.read')
  if (!isVisible) throw new ValidationFailed({ taskId: 'does_not_exist' })
  requireRight(actor, access, 'task.write')
}

async function lockBoth(tx: Database, one: number, other: number, { includesDeleted = false } = {}) {
  const tasks: LockedTask[] = []
  for (const id of [one, other].sort((first, second) => first - second)) {
    const task = await lockAnyTask(tx, id)
    if (task.deletedAt && !includesDeleted) throw new Gone('task_deleted', { deletedAt: task.deletedAt })
    tasks.push(task)
  }
  return tasks
}

async function requireRoom(tx: Database, taskId: number) {
  if ((await queries.countRelations(tx, taskId)) < MAX_RELATIONS) return
  throw new Conflict('too_many_relations', { limit: MAX_RELATIONS })
}

type Kind = Relation['type']
type RelationEvent = (
  kind: Kind,
  other: { number?: number },
) =>
  | { type: 'relation.added'; after: { relationId: number; kind: Kind; number?: number } }
  | { type: 'relation.removed'; before: { relationId: number; kind: Kind; number?: number } }

/**
 * Each names the other task only if that is in the same project, and the actor only if they are a member: readers of one
 * project may not see the other.
 */
async function emitOnBoth(
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  tasks: LockedTask[],
  stored: queries.StoredRelation,
  event: RelationEvent,
) {
  const memberships = await listMemberships(
    tx,
    [actor.id],
    tasks.map(({ projectId }) => projectId),
  )
  for (const { id, projectId, boardId } of tasks) {
    const isMember = memberships.some(membership => membership.projectId === projectId)
    const other = tasks.find(task => task.id !== id)
    const named = other?.projectId === projectId ? { number: other.number } : {}
    const about = { projectId, boardId, taskId: id, actorId: isMember ? actor.id : null }
    await emit({ ...about, ...event(queries.typeSeenFrom(id, stored), named) })
  }
}
