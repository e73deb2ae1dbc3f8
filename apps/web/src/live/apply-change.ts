import { hasStatus } from '@atrium/client/api-error'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Change } from '@atrium/tasks/live/live.contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import {
  findCard,
  patchCard,
  withCard,
  withChangedFields,
  withoutArchived,
  withoutCard,
  withTask,
} from '../data/boards/board-cache.ts'
import { fullBoardQuery } from '../data/boards/boards.ts'
import { isBeingSaved } from '../data/boards/own-changes.ts'
import { assigneeIdsOf } from '../data/people/assignees.ts'
import { showsTask } from '../data/tasks/subtasks.ts'
import { taskQuery } from '../data/tasks/tasks.ts'

/**
 * Applies changes in order: a later change must not overtake an earlier one. When one cannot be applied, everything on
 * the screen is refetched, because what it would have changed is unknown.
 */
export function followChanges(queryClient: QueryClient) {
  let queue = Promise.resolve()
  let waiting = 0
  const screen: Screen = {
    refreshLists: throttled(() => void queryClient.invalidateQueries({ queryKey: ['tasks'] })),
    refreshBoard: throttled(() => void queryClient.invalidateQueries({ queryKey: ['board'] })),
    isBusy: () => waiting > MAX_WAITING,
  }
  return (change: Change) => {
    waiting += 1
    queue = queue
      .then(() => applyChange(queryClient, change, screen))
      .catch(() => queryClient.invalidateQueries())
      .finally(() => {
        waiting -= 1
      })
    return queue
  }
}

/** A change of many tasks arrives as many changes at once. */
interface Screen {
  refreshLists: () => void
  refreshBoard: () => void
  /** Whether so many changes are waiting that a whole board is refetched sooner than card by card. */
  isBusy: () => boolean
}

const MAX_WAITING = 20
const REFRESH_MS = 300

/** At once, and then at most every 300 ms. */
function throttled(run: () => void) {
  let isResting = false
  let isWanted = false
  const start = () => {
    isWanted = false
    isResting = true
    run()
    setTimeout(() => {
      isResting = false
      if (isWanted) start()
    }, REFRESH_MS)
  }
  return () => {
    if (isResting) isWanted = true
    else start()
  }
}

/** Patches what is on the screen card by card, without refetching a whole board. */
async function applyChange(queryClient: QueryClient, change: Change, screen: Screen) {
  if (change.taskId === null) return refreshAround(queryClient, change)
  refreshTask(queryClient, change.taskId, change.type, screen)
  refreshSeries(queryClient, change)
  if (isOffTheCard(change.type)) return
  for (const board of cachedBoards(queryClient)) {
    await applyToBoard(queryClient, board, change.taskId, change, screen)
  }
}

/** The subject of the change is refetched first: browsers have few connections, and an open panel has many queries. */
function refreshTask(queryClient: QueryClient, id: number, type: string, { refreshLists }: Screen) {
  const first = /^(comment|reaction)\./.test(type) ? 'comments' : undefined
  if (first) void queryClient.invalidateQueries({ queryKey: ['task', id, first] })
  const isLater = ({ queryKey }: { queryKey: QueryKey }) => first === undefined || queryKey[2] !== first
  void queryClient.invalidateQueries({ queryKey: ['task', id], predicate: isLater })
  refreshLists()
  void queryClient.invalidateQueries({
    queryKey: ['task'],
    predicate: ({ queryKey, state }) =>
      (queryKey[2] === 'subtasks' || queryKey[2] === 'relations') && showsTask(state.data, id),
  })
}

/** Other occurrences show the same series. When it ends, none of their cards belongs to it any more. */
function refreshSeries(queryClient: QueryClient, { type, patch, boardId }: Change) {
  const isNext = type === 'task.created' && 'repeatOf' in patch
  if (!isNext && !type.startsWith('recurrence.')) return
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'recurrence' })
  if (type === 'recurrence.removed') void queryClient.invalidateQueries({ queryKey: ['board', boardId] })
}

/** Cards show neither watchers nor reactions. */
function isOffTheCard(type: string) {
  return /^(reaction\.|task\.(un)?watched$)/.test(type)
}

function refreshAround(queryClient: QueryClient, { projectId, boardId, type }: Change) {
  if (/^(field|option)\./.test(type)) refreshFields(queryClient, projectId)
  if (type === 'tasks.imported') void queryClient.invalidateQueries({ queryKey: ['tasks'] })
  if (boardId !== null) void queryClient.invalidateQueries({ queryKey: ['board', boardId] })
  void queryClient.invalidateQueries({ queryKey: ['project', projectId] })
  if (/^(project|member)\./.test(type)) void queryClient.invalidateQueries({ queryKey: ['projects'] })
}

/** Boards and tasks show names and options of fields, and values change with them. */
function refreshFields(queryClient: QueryClient, projectId: number) {
  for (const board of cachedBoards(queryClient)) {
    if (board.projectId === projectId) void queryClient.invalidateQueries({ queryKey: ['board', board.id] })
  }
  void queryClient.invalidateQueries({ queryKey: ['task'] })
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

async function applyToBoard(
  queryClient: QueryClient,
  board: FullBoard,
  taskId: number,
  change: Change,
  screen: Screen,
) {
  const card = findCard(board, taskId)
  const set = (update: (board: FullBoard) => FullBoard) =>
    queryClient.setQueryData<FullBoard>(fullBoardQuery(board.id).queryKey, now => now && update(now))
  if (isElsewhere(change, board)) return card && set(now => withoutCard(now, taskId))
  if (card && isArchival(change, card)) return set(now => withoutArchived(now, taskId))
  const patch = card && cardPatch(change, card)
  if (card && change.version !== null && card.version >= change.version) {
    // Already applied, unless it was saved together with a change that has been applied before.
    const isPart = card.version === change.version && !isBeingSaved(queryClient, taskId)
    return isPart && patch && differs(card, patch) ? set(now => patchCard(now, taskId, patch)) : undefined
  }
  if (card && patch && change.version === card.version + 1) {
    const changed: Card = { ...card, ...patch, version: change.version }
    return set(now =>
      change.type === 'task.moved' ? withCard(now, changed) : patchCard(now, taskId, changed),
    )
  }
  if (screen.isBusy()) return screen.refreshBoard()
  const task = await fetchTask(queryClient, taskId)
  set(now => (task ? withTask(now, task) : withoutCard(now, taskId)))
}

function isElsewhere({ type, boardId }: Change, board: FullBoard) {
  return ['task.deleted', 'task.removed', 'task.moved_out'].includes(type) || boardId !== board.id
}

/** Whether the task has left the board since the card was read. */
function isArchival({ type, patch, version }: Change, card: Card) {
  const isArchived = type === 'task.updated' && 'archivedAt' in patch && patch.archivedAt !== null
  return isArchived && version !== null && version > card.version
}

function differs(card: Card, patch: Partial<Card>) {
  return JSON.stringify({ ...card, ...patch }) !== JSON.stringify(card)
}

/** The fields of the card that the change contains; undefined when the task has to be fetched. */
function cardPatch(change: Change, card: Card): Partial<Card> | undefined {
  switch (change.type) {
    case 'task.moved': {
      const { columnId, position, completedAt } = change.patch
      return { columnId, completedAt, ...(position !== null && { position }) }
    }
    case 'task.assigned':
      return { assigneeId: change.patch.assigneeId, assigneeIds: assigneeIdsOf(change.patch) }
    case 'task.parent_changed':
      return { parentId: change.patch.parentId }
    case 'task.updated': {
      const { description: _, deletedAt: __, fields, ...patch } = change.patch
      return fields ? { ...patch, fields: withChangedFields(card.fields, valuesIn(fields)) } : patch
    }
    default:
      return undefined
  }
}

function valuesIn(changed: NonNullable<Change<'task.updated'>['patch']['fields']>) {
  return Object.fromEntries(Object.entries(changed).map(([id, { value }]) => [id, value]))
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
