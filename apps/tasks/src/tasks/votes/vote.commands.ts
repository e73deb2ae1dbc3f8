import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { Forbidden } from '#errors.ts'
import { isMember } from '#projects/record-access.queries.ts'
import { lockTask } from '../task.queries.ts'
import type { TaskVotes } from './vote.contract.ts'
import { deleteVote, insertVote } from './vote.queries.ts'

/** The task is locked, so that its count in the event is the latest one. */
export function voteForTask(deps: Deps, actor: Actor, taskId: number): Promise<TaskVotes> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId, voteCount } = await lockTask(tx, taskId)
    // Administrators can read projects that they are not members of.
    if (!(await isMember(tx, projectId, actor.id)))
      throw new Forbidden('not_a_member', { right: 'project.read' })
    const isNew = await insertVote(tx, { taskId, projectId, userId: actor.id }, deps.now().toISOString())
    if (!isNew) return { hasVoted: true, voteCount }
    const after = { voteCount: voteCount + 1 }
    await emit({ type: 'vote.added', projectId, boardId, taskId, actorId: actor.id, after })
    return { hasVoted: true, ...after }
  })
}

export function withdrawVote(deps: Deps, actor: Actor, taskId: number): Promise<TaskVotes> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, boardId, voteCount } = await lockTask(tx, taskId)
    if (!(await deleteVote(tx, { taskId, projectId, userId: actor.id })))
      return { hasVoted: false, voteCount }
    const after = { voteCount: voteCount - 1 }
    await emit({ type: 'vote.removed', projectId, boardId, taskId, actorId: actor.id, after })
    return { hasVoted: false, ...after }
  })
}
