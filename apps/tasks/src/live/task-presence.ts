import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { type LiveBusMessage, topicOfProject } from './change-notice.ts'
import { findPresentUser } from './stream.queries.ts'
import type { TaskActivity } from './task-presence.contract.ts'

/** Sends who is at the task and what they do there to the streams of every instance. Nothing keeps it. */
export async function announcePresence(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  actor: Actor,
  taskId: number,
  activity: TaskActivity,
) {
  const { user, projectId, boardId } = await findPresentUser(db, actor.id, taskId)
  const message: LiveBusMessage = { name: 'at-task', projectId, boardId, taskId, user, activity }
  await bus.publish(message, topicOfProject(projectId))
}
