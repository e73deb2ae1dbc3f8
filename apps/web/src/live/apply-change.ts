import { hasStatus } from '@atrium/client/api-error'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Change } from '@atrium/tasks/live/live.contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { cardOf, findCard, patchCard, withCard, withoutCard } from '../data/board-cache.ts'
import { fullBoardQuery } from '../data/boards.ts'
import { taskQuery } from '../data/tasks.ts'

/**
 * Applies changes in order: a later change must not overtake an earlier one. When one cannot be applied, everything on
 * the screen is refetched, because what it would have changed is unknown.
 */
export function followChanges(queryClient: QueryClient) {
  let queue = Promise.resolve()
  return (change: Change) => {
    queue = queue.then(() => applyChange(queryClient, change)).catch(() => queryClient.invalidateQueries())
    return queue
  }
}

/** Patches what is on the screen card by card, without refetching a whole board. */
async function applyChange(queryClient: QueryClient, change: Change) {
  if (change.taskId === null) return refreshAround(queryClient, change)
  refreshTask(queryClient, change.taskId, change.type)
  if (isOffTheCard(change.type)) return
  for (const board of cachedBoards(queryClient)) await applyToBoard(queryClient, board, change.taskId, change)
}

/** The subject of the change is refetched first: browsers have few connections, and an open panel has many queries. */
function refreshTask(queryClient: QueryClient, id: number, type: string) {
  const first = /^(comment|reaction)\./.test(type) ? 'comments' : undefined
  if (first) void queryClient.invalidateQueries({ queryKey: ['task', id, first] })
  const isLater = ({ queryKey }: { queryKey: QueryKey }) => first === undefined || queryKey[2] !== first
  void queryClient.invalidateQueries({ queryKey: ['task', id], predicate: isLater })
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

/** Cards show neither watchers nor reactions. */
function isOffTheCard(type: string) {
  return /^(reaction\.|task\.(un)?watched$)/.test(type)
}

function refreshAround(queryClient: QueryClient, { projectId, boardId, type }: Change) {
  if (boardId !== null) void queryClient.invalidateQueries({ queryKey: ['board', boardId] })
  void queryClient.invalidateQueries({ queryKey: ['project', projectId] })
  if (/^(project|member)\./.test(type)) void queryClient.invalidateQueries({ queryKey: ['projects'] })
}

async function applyToBoard(queryClient: QueryClient, board: FullBoard, taskId: number, change: Change) {
  const card = findCard(board, taskId)
  const set = (update: (board: FullBoard) => FullBoard) =>
    queryClient.setQueryData<FullBoard>(fullBoardQuery(board.id).queryKey, now => now && update(now))
  const isHere = change.boardId === board.id
  const isGone = ['task.deleted', 'task.removed', 'task.moved_out'].includes(change.type)
  if (isGone || !isHere) return card && set(now => withoutCard(now, taskId))
  // Changes made in this browser are already applied.
  if (card && change.version !== null && card.version >= change.version) return
  const patch = cardPatch(change)
  if (card && patch && change.version === card.version + 1) {
    const changed: Card = { ...card, ...patch, version: change.version }
    return set(now =>
      change.type === 'task.moved' ? withCard(now, changed) : patchCard(now, taskId, changed),
    )
  }
  const task = await fetchTask(queryClient, taskId)
  set(now => (task?.boardId === board.id ? withCard(now, cardOf(task)) : withoutCard(now, taskId)))
}

/** The fields of the card that the change contains; undefined when the task has to be fetched. */
function cardPatch(change: Change): Partial<Card> | undefined {
  switch (change.type) {
    case 'task.moved': {
      const { columnId, position, completedAt } = change.patch
      return { columnId, completedAt, ...(position !== null && { position }) }
    }
    case 'task.assigned':
      return { assigneeId: change.patch.assigneeId }
    case 'task.updated': {
      const { description: _, deletedAt: __, ...fields } = change.patch
      return fields
    }
    default:
      return undefined
  }
}

async function fetchTask(queryClient: QueryClient, id: number) {
  try {
    return await queryClient.fetchQuery({ ...taskQuery(id), staleTime: 0 })
  } catch (error) {
    if (hasStatus(error, 410) || hasStatus(error, 404) || hasStatus(error, 403)) return undefined
    throw error
  }
}

function cachedBoards(queryClient: QueryClient) {
  return queryClient
    .getQueriesData<FullBoard>({ queryKey: ['board'] })
    .flatMap(([, board]) => (board?.columns ? [board] : []))
}
