import { hasCode, isRefused } from '@atrium/client/api-error'
import {
  createChecklistItem,
  deleteChecklistItem,
  updateChecklistItem,
} from '@atrium/tasks/tasks/checklist/checklist.contract'
import { createComment, updateComment } from '@atrium/tasks/tasks/comments/comment.contract'
import { addReaction, removeReaction } from '@atrium/tasks/tasks/comments/reaction.contract'
import { addRelation, removeRelation } from '@atrium/tasks/tasks/relations/relation.contract'
import { attachSticker, detachSticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { listTasks, moveTask, type TaskMove, updateTask } from '@atrium/tasks/tasks/task.contract'
import { voteForTask, withdrawVote } from '@atrium/tasks/tasks/votes/vote.contract'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { Answer, QueuedChange, SoughtPlace } from '../../changes/queued-change.ts'
import { findOtherSide, startOf } from '../boards/boards.ts'
import { createTaskWithStickers } from '../tasks/create-task.ts'

/** Looks up where a task goes, so that every repeat goes to the same place. */
export async function prepareChange(queryClient: QueryClient, change: QueuedChange): Promise<QueuedChange> {
  const { request } = change
  if (request.kind !== 'move' || !('place' in request.target)) return change
  return { ...change, request: { ...request, target: await placeOf(queryClient, request.target) } }
}

async function placeOf(queryClient: QueryClient, sought: SoughtPlace): Promise<TaskMove> {
  if (sought.place === 'start') return startOf(sought.boardId)
  if (sought.place === 'otherSide') return findOtherSide(queryClient, sought)
  const { columnId, position } = sought
  return { columnId, beforeTaskId: (await findFollower(columnId, position)) ?? null, force: true }
}

/** The task that is now at the previous position of another one. */
async function findFollower(columnId: number, position: number | null) {
  const { items } = await api(listTasks, {
    query: { columnId: String(columnId), orderBy: 'position', limit: 1000 },
  })
  return items.find(task => (task.position ?? 0) > (position ?? 0))?.id
}

/** Sends a prepared change. It can be repeated: with its key, or because it only sets values. */
export async function sendQueuedChange(queryClient: QueryClient, change: QueuedChange): Promise<Answer> {
  const { id: idempotencyKey, request } = change
  switch (request.kind) {
    case 'create':
      return { task: await createTaskWithStickers(queryClient, request, idempotencyKey) }
    case 'fields': {
      const body = { ...request.changes, ...versionOf(request) }
      return { task: (await api(updateTask, { params: { id: request.taskId }, body })).item }
    }
    case 'move': {
      const body = { ...(request.target as TaskMove), ...versionOf(request) }
      return { task: (await api(moveTask, { params: { id: request.taskId }, body, idempotencyKey })).item }
    }
    case 'sticker': {
      const { taskId: id, stickerId } = request
      if (request.isOn) await api(attachSticker, { params: { id }, body: { stickerId }, idempotencyKey })
      else await detach(id, stickerId)
      return {}
    }
    case 'comment': {
      const { taskId, text, replyToId } = request
      const body = replyToId === undefined ? { text } : { text, replyToId }
      const params = { id: taskId }
      return { comment: (await api(createComment, { params, body, idempotencyKey })).item }
    }
    case 'commentEdit': {
      const { commentId: id, text } = request
      return { comment: (await api(updateComment, { params: { id }, body: { text } })).item }
    }
    case 'item': {
      const { taskId: id, title } = request
      return {
        item: (await api(createChecklistItem, { params: { id }, body: { title }, idempotencyKey })).item,
      }
    }
    case 'itemEdit': {
      const { itemId: id, changes: body } = request
      return { item: (await api(updateChecklistItem, { params: { id }, body })).item }
    }
    case 'itemDelete':
      await removeItem(request.itemId)
      return {}
    case 'reaction': {
      const { commentId: id, emoji, isOn } = request
      const { item } = await api(isOn ? addReaction : removeReaction, { params: { id, emoji } })
      return { reactions: item.reactions }
    }
    case 'vote': {
      const params = { id: request.taskId }
      return { votes: (await api(request.isOn ? voteForTask : withdrawVote, { params })).item }
    }
    case 'relation': {
      const { taskId: id, type, otherId: taskId } = request
      return {
        relation: (await api(addRelation, { params: { id }, body: { type, taskId }, idempotencyKey })).item,
      }
    }
    case 'relationDelete':
      await unrelate(request.taskId, request.relationId)
      return {}
  }
}

function versionOf({ version }: { version?: number }) {
  return version === undefined ? {} : { version }
}

/** Without a key: if the first answer was lost, the second one is that the item is gone. */
async function removeItem(id: number) {
  try {
    await api(deleteChecklistItem, { params: { id } })
  } catch (error) {
    if (!hasCode(error, 'checklist_item_not_found')) throw error
  }
}

/** Without a key: if the first answer was lost, the second one is that the sticker is gone. */
async function detach(id: number, stickerId: number) {
  try {
    await api(detachSticker, { params: { id, stickerId } })
  } catch (error) {
    if (!isRefused(detachSticker, error, 'sticker_not_found')) throw error
  }
}

/** Without a key: if the first answer was lost, the second one is that the relation is gone. */
async function unrelate(id: number, relationId: number) {
  try {
    await api(removeRelation, { params: { id, relationId } })
  } catch (error) {
    if (!isRefused(removeRelation, error, 'relation_not_found')) throw error
  }
}
