import type { Emit } from '@atrium/database/transaction'
import type { Database } from '#database.ts'
import { type ActivityEvent, type Event, isActivity } from '#events.ts'
import { recordedAssignees } from '../assignees/assigned-people.ts'
import * as queries from './related-tasks.queries.ts'

/** The events below, about tasks that are not locked. */
export const unlockedTaskEvents = ['task.related_changed', 'task.unblocked'] as const

/**
 * Cards and lists show the progress of sub-tasks and the state of related tasks. At the end of a transaction that changed
 * those, every task that shows them gets an event of its own, on its own board.
 */
export async function announceRelated(tx: Database, events: readonly Event[], emit: Emit<Event>) {
  const unblockedIds = new Set<number>()
  // A batch changes tasks of different users in one transaction, with different applications.
  const byOrigin = Map.groupBy(events.filter(isActivity), event => `${event.actorId} ${event.application}`)
  for (const own of byOrigin.values()) {
    const [{ actorId, application }] = own as [ActivityEvent]
    const changed = changesOf(actorId, own)
    if (!changed) continue
    const emitOwn: Emit<ActivityEvent> = event =>
      emit(application === undefined ? event : { ...event, application })
    const related = await queries.listRelated(tx, changed)
    await emitRelated(emitOwn, actorId, related)
    const blocked = related.filter(one => one.isBlockedByCompleted && !unblockedIds.has(one.id))
    for (const task of await lockUnblocked(tx, blocked)) {
      const { id: taskId, projectId, boardId, isActorInside } = task
      unblockedIds.add(taskId)
      const actor = isActorInside ? actorId : null
      await emitOwn({
        type: 'task.unblocked',
        projectId,
        boardId,
        taskId,
        actorId: actor,
        after: recordedAssignees(task),
      })
    }
  }
}

/** Whether the task of the event was only looked up, so that another transaction may move it meanwhile. */
export function isAboutUnlockedTask({ type }: Event) {
  return unlockedTaskEvents.some(one => one === type)
}

async function lockUnblocked(tx: Database, blocked: queries.RelatedTask[]) {
  return blocked.length === 0 ? [] : queries.lockUnblocked(tx, blocked)
}

/** In a project that the actor is not a member of, nobody learns who it was. */
export async function emitRelated(
  emit: Emit<ActivityEvent>,
  actor: number | null,
  related: queries.RelatedTask[],
) {
  for (const { id: taskId, projectId, boardId, isActorInside } of related) {
    const actorId = isActorInside ? actor : null
    await emit({ type: 'task.related_changed', projectId, boardId, taskId, actorId })
  }
}

function changesOf(actorId: number | null, events: ActivityEvent[]): queries.ChangedTasks | undefined {
  const changed: queries.ChangedTasks = {
    actorId,
    taskIds: [],
    completedIds: [],
    parentIds: [],
    boardIds: [],
    columnIds: [],
  }
  for (const event of events) addChange(changed, event)
  const { taskIds, parentIds, boardIds, columnIds } = changed
  return [taskIds, parentIds, boardIds, columnIds].some(ids => ids.length > 0) ? changed : undefined
}

function addChange(changed: queries.ChangedTasks, event: ActivityEvent) {
  const { taskId = 0, boardId = 0 } = event
  switch (event.type) {
    case 'task.created':
      if (event.after.parentId) changed.parentIds.push(event.after.parentId)
      break
    case 'task.parent_changed':
      changed.parentIds.push(...[event.before.parentId, event.after.parentId].filter(id => id !== null))
      break
    case 'task.moved':
      if (Boolean(event.before.completedAt) === Boolean(event.after.completedAt)) break
      changed.taskIds.push(taskId)
      if (event.after.completedAt && !event.after.deletedAt) changed.completedIds.push(taskId)
      break
    case 'task.deleted':
    case 'task.restored':
    case 'task.moved_in':
      changed.taskIds.push(taskId)
      break
    case 'board.deleted':
    case 'board.restored':
      changed.boardIds.push(boardId)
      break
    case 'column.updated':
      if (event.after.isDone !== undefined) changed.columnIds.push(event.after.columnId)
  }
}
