import type { FieldInput } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { NewTaskRequest } from '../../../changes/queued-change.ts'
import { cardOf, withCard } from '../../../data/boards/board-cache.ts'
import { sendMove } from '../../../data/changes/change-task.ts'
import { addChange, discardChange } from '../../../data/changes/task-changes.ts'
import { createTaskWithStickers } from '../../../data/tasks/create-task.ts'
import type { TaskInText } from '../../../task-text/use-task-text.ts'
import { updateBoard } from '../board/board.queries.ts'
import { useBoard } from '../board/board-context.ts'

type NewCard = TaskInText & {
  columnId: number
  atTop: boolean
  parentId?: number | null
  cycleId?: number | null
  fields?: FieldInput
  force?: boolean | undefined
}

export interface UnsavedCard {
  /** The change that creates it. */
  key: string
  card: NewCard
  /** Why it was refused; null while it is being sent. */
  error: Error | null
}

const mutationKeyOf = (boardId: number) => ['add-card', boardId]

/** Cards that the server does not have yet: being sent, waiting, or refused with their text preserved. */
export function useUnsavedCards(boardId: number): UnsavedCard[] {
  const all = useMutationState({
    filters: { mutationKey: mutationKeyOf(boardId) },
    select: ({ meta, state }) => ({
      key: String(meta?.changeId),
      card: state.variables as NewCard,
      status: state.status,
      error: state.error,
    }),
  })
  return useMemo(() => all.flatMap(({ status, ...unsaved }) => (isUnsaved(status) ? [unsaved] : [])), [all])
}

const isUnsaved = (status: string) => status === 'pending' || status === 'error'

/** Cards of a column are sent one at a time, so that they stay in the order in which they were typed. */
export function useAddCard() {
  const queryClient = useQueryClient()
  const { boardId, reveal } = useBoard()
  return useCallback(
    (card: NewCard) => {
      const request = requestOf(boardId, card)
      // A refused card stays until the user retries or discards it.
      const shownAs = { mutationKey: mutationKeyOf(boardId), variables: card, staysRefused: true }
      addChange(queryClient, { request, shownAs }).answer.then(
        answer => {
          const task = answer as Task
          updateBoard(queryClient, boardId, board => withCard(board, cardOf(task)))
          reveal(task.id)
        },
        () => {}, // shown at the card
      )
    },
    [queryClient, boardId, reveal],
  )
}

function requestOf(boardId: number, { atTop, force, ...task }: NewCard): NewTaskRequest {
  const { columnId } = task
  return {
    kind: 'create',
    task: { ...task, ...(force && { force }) },
    ...(atTop && { toTop: { boardId, columnId } }),
  }
}

export function useDiscardUnsaved() {
  const queryClient = useQueryClient()
  return useCallback((key: string) => discardChange(queryClient, key), [queryClient])
}

/** A line of several that are added together; repeated with its key, it is added once. */
export interface CardLine {
  key: string
  card: NewCard
}

/** Adds the cards one after the other, in their order, and stops at the first that is refused. */
export function useAddCards() {
  const queryClient = useQueryClient()
  const { boardId, reveal } = useBoard()
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
            reveal(added.id)
            onAdded(index + 1)
          }
        },
      })
      await mutation.execute(lines)
    },
    [queryClient, boardId, reveal],
  )
}

interface Adding {
  key: string
  /** The card above it, if it is one of several. */
  after: number | undefined
}

async function addCard(queryClient: QueryClient, boardId: number, card: NewCard, { key, after }: Adding) {
  const { toTop, ...request } = requestOf(boardId, card)
  const isFirst = after === undefined
  const task = await createTaskWithStickers(
    queryClient,
    isFirst && toTop ? { ...request, toTop } : request,
    key,
  )
  if (isFirst || !toTop) return task
  // The card exists: if it can't be moved, it stays at the end.
  return sendMove(queryClient, task, { columnId: card.columnId, afterTaskId: after }).catch(() => task)
}
