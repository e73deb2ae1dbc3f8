import { DomainError } from '@atrium/core/errors'
import { joinOneTransaction } from '@atrium/database/outer-transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, NotFound } from '#errors.ts'
import { requireRight } from '#projects/require-right.ts'
import { applyEdits } from '#tasks/bulk/apply-edits.ts'
import { findWritable, returningEdits } from '#tasks/bulk/bulk.commands.ts'
import type { Refusal } from '#tasks/bulk/refusals.ts'
import type { TaskEdit } from '#tasks/bulk/task-edit.ts'
import { deleteComment } from '#tasks/comments/comment.commands.ts'
import { findCommentAccess } from '#tasks/comments/comment.queries.ts'
import { deleteInterval } from '#time-tracking/time-interval.commands.ts'
import { listChangesOf, listOwnChanges, type Undoing } from './changes.queries.ts'
import { type TakenBack, takeBack } from './taken-back.ts'

/** Activity of tasks is kept for longer, but nobody expects to undo last month. */
const UNDO_MS = 30 * 86_400_000

export interface Undone {
  changedIds: number[]
  undoneCount: number
  refusals: (Omit<Refusal, 'taskId'> & { taskId: number | null })[]
}

/** Takes back what an agent did, with the rights of the user who asks, in one transaction. */
export async function undoChanges(deps: Deps, actor: Actor, undoing: Undoing): Promise<Undone> {
  const earliest = new Date(deps.now().getTime() - UNDO_MS).toISOString()
  const since = undoing.since > earliest ? new Date(undoing.since).toISOString() : earliest
  return joinOneTransaction(deps.db, () => undoSince(deps, actor, { ...undoing, since }))
}

async function undoSince(deps: Deps, actor: Actor, undoing: Undoing): Promise<Undone> {
  const { db } = deps
  const own = await listOwnChanges(db, undoing)
  const taskIds = [...new Set(own.map(({ taskId }) => taskId).filter(id => id !== null))]
  const projectIds = [...new Set(own.map(({ projectId }) => projectId))]
  const ownIds = new Set(own.map(({ id }) => id))
  const changes = Map.groupBy(
    await listChangesOf(db, { projectIds, taskIds, ownIds }),
    ({ taskId }) => taskId,
  )
  const all = taskIds.map(taskId => takeBack(taskId, changes.get(taskId) ?? []))
  const outcome: Undone = { changedIds: [], undoneCount: 0, refusals: all.flatMap(refusalsOf) }
  const outsideTasks = own.filter(({ taskId }) => taskId === null).length
  if (outsideTasks > 0) outcome.refusals.push({ taskId: null, error: new Conflict('not_undoable') })
  // A task comes back before its fields are restored, and goes after what was added to it.
  const byId = (edits: [number, TaskEdit | undefined][]) =>
    new Map(edits.filter((entry): entry is [number, TaskEdit] => entry[1] !== undefined))
  const existence = all.map(({ taskId, existence: edit }) => [taskId, edit] as [number, TaskEdit | undefined])
  await restore(deps, actor, byId(existence.filter(([, edit]) => edit?.isDeleted === false)), outcome)
  await restore(deps, actor, byId(all.map(({ taskId, edit }) => [taskId, edit])), outcome)
  for (const { taskId, commentIds, intervalIds } of all) {
    for (const id of commentIds)
      await attempt(outcome, taskId, 'comment', () => removeComment(deps, actor, id))
    for (const id of intervalIds)
      await attempt(outcome, taskId, 'time', () => deleteInterval(deps, actor, id))
  }
  await restore(deps, actor, byId(existence.filter(([, edit]) => edit?.isDeleted)), outcome)
  return { ...outcome, changedIds: [...new Set(outcome.changedIds)] }
}

function refusalsOf({ taskId, left, lost }: TakenBack): Refusal[] {
  return [
    ...left.map(field => ({ taskId, field, error: new Conflict('changed_since') })),
    ...lost.map(field => ({ taskId, field, error: new Conflict('not_undoable') })),
  ]
}

/** WIP limits do not stop a task from going back where it was. */
async function restore(deps: Deps, actor: Actor, edits: Map<number, TaskEdit>, outcome: Undone) {
  if (edits.size === 0) return
  const { access, refusals } = await findWritable(deps.db, actor, [...edits.keys()])
  outcome.refusals.push(...refusals)
  if (access.size === 0) return
  const findEdits = (tx: Database) =>
    returningEdits(tx, new Map([...edits].filter(([taskId]) => access.has(taskId))))
  const applied = await applyEdits(deps, actor, { access, findEdits, force: true })
  outcome.changedIds.push(...applied.changedIds)
  outcome.undoneCount += applied.changedIds.length
  outcome.refusals.push(...applied.refusals)
}

async function attempt(outcome: Undone, taskId: number, field: string, work: () => Promise<unknown>) {
  try {
    await work()
    outcome.undoneCount += 1
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    // Nothing is left to remove.
    if (error.statusCode !== 404) outcome.refusals.push({ taskId, field, error })
  }
}

async function removeComment(deps: Deps, actor: Actor, id: number) {
  const access = await findCommentAccess(deps.db, actor.id, id)
  if (!access) throw new NotFound('comment_not_found')
  requireRight(actor, access, 'comment.write')
  await deleteComment(deps, actor, id)
}
