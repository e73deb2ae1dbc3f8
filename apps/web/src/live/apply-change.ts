import { hasStatus } from '@atrium/client/api-error'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { cardOf, findCard, patchCard, withCard, withoutCard } from '../data/board-cache.ts'
import { fullBoardQuery } from '../data/boards.ts'
import { taskQuery } from '../data/tasks.ts'

export interface Change {
  id: number
  type: string
  projectId: number
  boardId: number | null
  taskId: number | null
  version: number | null
  actorId: number | null
  patch: Partial<Card> & { boardId?: number }
}

const gone = ['task.deleted', 'task.removed']
const known = ['task.updated', 'task.assigned', 'task.moved']

/**
 * One after the other: a later change must not overtake an earlier one. When one cannot be applied, everything on the
 * screen is fetched again: nobody knows what it would have changed.
 */
export function followChanges(queryClient: QueryClient) {
  let turn = Promise.resolve()
  return (change: Change) => {
    turn = turn.then(() => applyChange(queryClient, change)).catch(() => queryClient.invalidateQueries())
    return turn
  }
}

/** Brings what is on the screen up to date: card by card, never a whole board for one card. */
async function applyChange(queryClient: QueryClient, change: Change) {
  if (change.taskId === null) return refreshAround(queryClient, change)
  refreshTask(queryClient, change.taskId, change.type)
  for (const board of cachedBoards(queryClient)) await applyToBoard(queryClient, board, change.taskId, change)
}

/** What the news is about is asked for first: a browser has few connections, and an open panel wants many things. */
function refreshTask(queryClient: QueryClient, id: number, type: string) {
  const first = type.startsWith('comment.') ? 'comments' : undefined
  if (first) void queryClient.invalidateQueries({ queryKey: ['task', id, first] })
  const isLater = ({ queryKey }: { queryKey: QueryKey }) => first === undefined || queryKey[2] !== first
  void queryClient.invalidateQueries({ queryKey: ['task', id], predicate: isLater })
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
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
  if (gone.includes(change.type) || !isHere) return card && set(now => withoutCard(now, taskId))
  // What this browser did itself is there already.
  if (card && change.version !== null && card.version >= change.version) return
  if (card && known.includes(change.type) && change.version === card.version + 1) {
    const changed: Card = { ...card, ...change.patch, version: change.version }
    return set(now =>
      change.type === 'task.moved' ? withCard(now, changed) : patchCard(now, taskId, changed),
    )
  }
  const task = await fetchTask(queryClient, taskId)
  set(now => (task?.boardId === board.id ? withCard(now, cardOf(task)) : withoutCard(now, taskId)))
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
