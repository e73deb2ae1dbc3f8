import { ApiError } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { FieldInput } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { cardOf, withCard } from '../../../data/board-cache.ts'
import { fullBoardQuery } from '../../../data/boards.ts'
import { sendMove } from '../../../data/change-task.ts'
import { createTaskWithStickers } from '../../../data/create-task.ts'
import type { TaskInText } from '../../../task-text/use-task-text.ts'
import { updateBoard } from '../board/board.queries.ts'
import { useBoard } from '../board/board-context.ts'

type NewCard = TaskInText & {
  columnId: number
  atTop: boolean
  parentId?: number | null
  fields?: FieldInput
  force?: boolean | undefined
}

/** A new card as it is stored in this browser until the server has it. */
type StoredCard = NewCard & { storageId: string }

export interface UnsavedCard {
  key: number
  card: NewCard
  /** Why it was refused; null while it is being sent. */
  error: Error | null
}

const mutationKeyOf = (boardId: number) => ['add-card', boardId]

/** Cards that the server does not have yet: being sent, or refused with their text preserved. */
export function useUnsavedCards(boardId: number, userId: number): UnsavedCard[] {
  useStoredCards(boardId, userId)
  const all = useMutationState({
    filters: { mutationKey: mutationKeyOf(boardId) },
    select: ({ mutationId, state }) => ({
      key: mutationId,
      card: state.variables as NewCard,
      status: state.status,
      error: state.error,
    }),
  })
  return useMemo(() => all.flatMap(({ status, ...unsaved }) => (isUnsaved(status) ? [unsaved] : [])), [all])
}

const isUnsaved = (status: string) => status === 'pending' || status === 'error'

/** Shows cards that could not be saved in an earlier visit as refused: the user decides what to do with them. */
function useStoredCards(boardId: number, userId: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const cache = queryClient.getMutationCache()
    const known = cache
      .findAll({ mutationKey: mutationKeyOf(boardId) })
      .map(({ state }) => (state.variables as StoredCard).storageId)
    for (const variables of readCards(userId, boardId).filter(({ storageId }) => !known.includes(storageId)))
      cache.build<Task, Error, StoredCard, void>(
        queryClient,
        { mutationKey: mutationKeyOf(boardId), gcTime: Number.POSITIVE_INFINITY },
        { ...notSaved, variables },
      )
  }, [queryClient, boardId, userId])
}

const notSaved = {
  context: undefined,
  data: undefined,
  error: new ApiError(0, 'Not saved in an earlier visit'),
  failureCount: 1,
  failureReason: null,
  isPaused: false,
  status: 'error' as const,
  submittedAt: 0,
}

/** Cards of a column are sent one at a time, so that they stay in the order in which they were typed. */
export function useAddCard() {
  const queryClient = useQueryClient()
  const { boardId, myId } = useBoard()
  return useCallback(
    (card: NewCard) => {
      const stored = { ...card, storageId: randomId() }
      storeCard(myId, boardId, stored)
      const mutation = queryClient.getMutationCache().build<Task, Error, StoredCard, void>(queryClient, {
        mutationKey: mutationKeyOf(boardId),
        scope: { id: `column:${card.columnId}` },
        meta: { showsOwnErrors: true },
        // A refused card stays until the user retries or discards it.
        gcTime: Number.POSITIVE_INFINITY,
        mutationFn: ({ storageId: _, ...added }) => addCard(queryClient, boardId, added),
        onSuccess: (task, { storageId }) => {
          removeStoredCard(myId, boardId, storageId)
          updateBoard(queryClient, boardId, board => withCard(board, cardOf(task)))
        },
      })
      mutation.execute(stored).catch(() => {}) // shown at the card
    },
    [queryClient, boardId, myId],
  )
}

export function useDiscardUnsaved() {
  const cache = useQueryClient().getMutationCache()
  const { boardId, myId } = useBoard()
  return useCallback(
    (key: number) => {
      const mutation = cache.getAll().find(({ mutationId }) => mutationId === key)
      if (!mutation) return
      removeStoredCard(myId, boardId, (mutation.state.variables as StoredCard).storageId)
      cache.remove(mutation)
    },
    [cache, boardId, myId],
  )
}

/** A line of several that are added together; repeated with its key, it is added once. */
export interface CardLine {
  key: string
  card: NewCard
}

/** Adds the cards one after the other, in their order, and stops at the first that is refused. */
export function useAddCards() {
  const queryClient = useQueryClient()
  const { boardId } = useBoard()
  return useCallback(
    async (lines: CardLine[], onAdded: (count: number) => void) => {
      const mutation = queryClient.getMutationCache().build<void, Error, CardLine[], void>(queryClient, {
        // Also keeps the user from leaving the page by accident.
        scope: { id: `column:${lines[0]?.card.columnId}` },
        meta: { showsOwnErrors: true },
        networkMode: 'always',
        mutationFn: async () => {
          let previous: Task | undefined
          for (const [index, { key, card }] of lines.entries()) {
            previous = await addCard(queryClient, boardId, card, { key, after: previous?.id })
            const added = cardOf(previous)
            updateBoard(queryClient, boardId, board => withCard(board, added))
            onAdded(index + 1)
          }
        },
      })
      await mutation.execute(lines)
    },
    [queryClient, boardId],
  )
}

interface Adding {
  key?: string
  /** The card above it, if it is one of several. */
  after?: number | undefined
}

async function addCard(
  queryClient: QueryClient,
  boardId: number,
  card: NewCard,
  { key, after }: Adding = {},
) {
  const { atTop, force, ...fields } = card
  const task = await createTaskWithStickers(queryClient, { ...fields, ...(force && { force }) }, key)
  const { columnId } = card
  const board = queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
  const first = board?.columns.find(({ id }) => id === columnId)?.tasks[0]
  if (!atTop || !first || first.id === task.id) return task
  const move = { columnId, ...(after ? { afterTaskId: after } : { beforeTaskId: first.id }) }
  // The card exists: if it can't be moved to the top, it stays at the end.
  return sendMove(queryClient, task, move).catch(() => task)
}

/** In this browser and for this user: unsaved cards survive a reload and the end of a session. */
function readCards(userId: number, boardId: number): StoredCard[] {
  try {
    const cards = JSON.parse(localStorage.getItem(storageKey(userId, boardId)) ?? '[]')
    return Array.isArray(cards) ? cards : []
  } catch {
    return []
  }
}

function storeCard(userId: number, boardId: number, card: StoredCard) {
  writeCards(userId, boardId, [...readCards(userId, boardId), card])
}

function removeStoredCard(userId: number, boardId: number, storageId: string) {
  const others = readCards(userId, boardId).filter(card => card.storageId !== storageId)
  writeCards(userId, boardId, others)
}

function writeCards(userId: number, boardId: number, cards: StoredCard[]) {
  const key = storageKey(userId, boardId)
  try {
    if (cards.length > 0) localStorage.setItem(key, JSON.stringify(cards))
    else localStorage.removeItem(key)
  } catch {
    // The storage is full: the title is still on the screen.
  }
}

function storageKey(userId: number, boardId: number) {
  return `atrium.unsaved-cards.${userId}.${boardId}`
}
