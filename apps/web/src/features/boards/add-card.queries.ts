import { ApiError } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { createTask, moveTask, type Task } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { api } from '../../api.ts'
import { cardOf, withCard } from '../../data/board-cache.ts'
import { fullBoardQuery } from '../../data/boards.ts'
import { updateBoard } from './board.queries.ts'
import { useBoard } from './board-context.ts'
import { dropKeptCard, type KeptCard, keepCard, keptCards } from './kept-cards.ts'

export interface NewCard {
  title: string
  columnId: number
  atTop: boolean
  force?: boolean
}

export interface UnsavedCard {
  key: number
  card: NewCard
  /** Why it was refused; null while it is being sent. */
  error: Error | null
}

const additionsTo = (boardId: number) => ['add-card', boardId]

/** Cards that are not saved yet: being sent, or refused with their text kept. */
export function useUnsavedCards(boardId: number, userId: number): UnsavedCard[] {
  useCardsOfEarlier(boardId, userId)
  const all = useMutationState({
    filters: { mutationKey: additionsTo(boardId) },
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

/** Cards that could not be saved in an earlier visit are shown as refused, for the user to decide. */
function useCardsOfEarlier(boardId: number, userId: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    const cache = queryClient.getMutationCache()
    const known = cache
      .findAll({ mutationKey: additionsTo(boardId) })
      .map(({ state }) => (state.variables as KeptCard).keptAs)
    for (const variables of keptCards(userId, boardId).filter(({ keptAs }) => !known.includes(keptAs)))
      cache.build<Task, Error, KeptCard, void>(
        queryClient,
        { mutationKey: additionsTo(boardId), gcTime: Number.POSITIVE_INFINITY },
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

/** One at a time in each column, so that they keep the order in which they were typed. */
export function useAddCard() {
  const queryClient = useQueryClient()
  const { boardId, myId } = useBoard()
  return useCallback(
    (card: NewCard) => {
      const kept = { ...card, keptAs: randomId() }
      keepCard(myId, boardId, kept)
      const mutation = queryClient.getMutationCache().build<Task, Error, KeptCard, void>(queryClient, {
        mutationKey: additionsTo(boardId),
        scope: { id: `column:${card.columnId}` },
        meta: { showsOwnErrors: true },
        // A refused text is kept until the user has done something about it.
        gcTime: Number.POSITIVE_INFINITY,
        mutationFn: added => addCard(queryClient, boardId, added),
        onSuccess: (task, { keptAs }) => {
          dropKeptCard(myId, boardId, keptAs)
          updateBoard(queryClient, boardId, board => withCard(board, cardOf(task)))
        },
      })
      mutation.execute(kept).catch(() => {}) // shown at the card
    },
    [queryClient, boardId, myId],
  )
}

export function useForgetUnsaved() {
  const cache = useQueryClient().getMutationCache()
  const { boardId, myId } = useBoard()
  return useCallback(
    (key: number) => {
      const mutation = cache.getAll().find(({ mutationId }) => mutationId === key)
      if (!mutation) return
      dropKeptCard(myId, boardId, (mutation.state.variables as KeptCard).keptAs)
      cache.remove(mutation)
    },
    [cache, boardId, myId],
  )
}

async function addCard(
  queryClient: QueryClient,
  boardId: number,
  { title, columnId, atTop, force }: NewCard,
): Promise<Task> {
  const { item } = await api(createTask, { body: { title, columnId, ...(force && { force }) } })
  const board = queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
  const first = board?.columns.find(({ id }) => id === columnId)?.tasks[0]
  if (!atTop || !first || first.id === item.id) return item
  const move = { columnId, beforeTaskId: first.id }
  // The card exists: if it can't be moved to the top, it stays at the end.
  return api(moveTask, { params: { id: item.id }, body: move }).then(
    moved => moved.item,
    () => item,
  )
}
