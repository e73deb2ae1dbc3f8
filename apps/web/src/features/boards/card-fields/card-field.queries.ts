import { isRefused } from '@atrium/client/api-error'
import { getBoard } from '@atrium/tasks/boards/board.contract'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import {
  attachSticker,
  createSticker,
  detachSticker,
  type Sticker,
} from '@atrium/tasks/tasks/stickers/sticker.contract'
import { moveTask, type Task, type TaskChanges, updateTask } from '@atrium/tasks/tasks/task.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { cardOf, findCard, patchCard, withCard, withoutCard } from '../../../data/board-cache.ts'
import { fullBoardQuery } from '../../../data/boards.ts'
import { swatches } from '../../../data/tasks.ts'
import { updateBoard } from '../board.queries.ts'
import { placeOf } from '../cards/card-place.ts'

export type CardChanges = Pick<
  TaskChanges,
  'title' | 'priorityId' | 'assigneeId' | 'dueDate' | 'estimateSeconds'
>

/** Changes of one card are sent one at a time, each with the version that the previous one returned. */
export function useChangeCard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo, willOfferUndo } = useUndo()
  return useCallback(
    /** `done` says what was changed, and offers to undo it. */
    function change(card: Card, changes: CardChanges, done?: string) {
      const show = (patch: Partial<Card>) =>
        updateBoard(queryClient, boardId, board => patchCard(board, card.id, patch))
      const mutation = queryClient
        .getMutationCache()
        .build<Task | undefined, Error, CardChanges, void>(queryClient, {
          scope: { id: `card:${card.id}` },
          meta: { hasNoForm: true },
          mutationFn: async () => {
            const board = queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
            const version = (board && findCard(board, card.id)?.version) ?? card.version
            try {
              const body = { ...changes, version }
              return (await api(updateTask, { params: { id: card.id }, body })).item
            } catch (error) {
              if (!isRefused(updateTask, error, 'stale_version')) throw error
              show(cardOf(error.details.current as Task))
              return undefined
            }
          },
          onMutate: () => show(changes as Partial<Card>),
          onSuccess: task => {
            void queryClient.invalidateQueries({ queryKey: ['task', card.id] })
            if (task) {
              show(cardOf(task))
              if (done) offerUndo(done, () => change({ ...card, ...cardOf(task) }, valuesOf(card, changes)))
              return
            }
            showNotice({
              color: 'amber',
              title: t('boards.change.refused', { title: card.title }),
              message: t('boards.change.stale'),
              action: { label: t('boards.change.anyway'), run: () => change(card, changes, done) },
            })
          },
          onError: () => show(valuesOf(card, changes) as Partial<Card>),
        })
      const changed = mutation.execute(changes)
      if (done) willOfferUndo(changed)
      changed.catch(() => {}) // shown by the query client
    },
    [queryClient, boardId, t, offerUndo, willOfferUndo],
  )
}

/** What the fields were before. */
function valuesOf(card: Card, changes: CardChanges): CardChanges {
  const fields = Object.keys(changes) as (keyof CardChanges)[]
  return Object.fromEntries(fields.map(field => [field, card[field]]))
}

/** Adds the sticker to the card or removes it. */
export function useToggleSticker(boardId: number, card: Card) {
  const queryClient = useQueryClient()
  const show = (stickerIds: number[]) =>
    updateBoard(queryClient, boardId, board => patchCard(board, card.id, { stickerIds }))
  return useMutation({
    scope: { id: `card:${card.id}` },
    meta: { hasNoForm: true },
    mutationFn: ({ stickerId, isOn }: { stickerId: number; isOn: boolean }): Promise<unknown> =>
      isOn
        ? api(attachSticker, { params: { id: card.id }, body: { stickerId } })
        : api(detachSticker, { params: { id: card.id, stickerId } }),
    onMutate: ({ stickerId, isOn }) => {
      const others = card.stickerIds.filter(id => id !== stickerId)
      show(isOn ? [...others, stickerId] : others)
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['task', card.id] }),
    onError: () => show(card.stickerIds),
  })
}

/** The color can be changed later, in the project's settings. */
export function useCreateSticker(boardId: number, projectId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ name, place }: { name: string; place: number }): Promise<Sticker> => {
      const color = swatches[place % swatches.length] as string
      return (await api(createSticker, { body: { name, color, projectId } })).item
    },
    onSuccess: sticker => {
      updateBoard(queryClient, boardId, board => ({ ...board, stickers: [...board.stickers, sticker] }))
      void queryClient.invalidateQueries({ queryKey: ['project', projectId, 'stickers'] })
    },
  })
}

/** Moves the card to the first column of another board of the project. */
export function useMoveToBoard(boardId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const undo = useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ id, place }: { id: number; place: NonNullable<ReturnType<typeof placeOf>> }) =>
      (await api(moveTask, { params: { id }, body: { ...place, force: true } })).item,
    onSuccess: task => updateBoard(queryClient, boardId, board => withCard(board, cardOf(task))),
  })
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: async ({ card, to }: { card: Card; to: { id: number; name: string } }) => {
      const { item: board } = await api(getBoard, { params: { id: to.id } })
      const [first] = board.columns
      if (!first) throw new Error('The board has no columns')
      await api(moveTask, { params: { id: card.id }, body: { columnId: first.id, force: true } })
    },
    onMutate: ({ card }) => {
      const board = queryClient.getQueryData<FullBoard>(fullBoardQuery(boardId).queryKey)
      updateBoard(queryClient, boardId, now => withoutCard(now, card.id))
      return board && placeOf(board, card.id)
    },
    onSuccess: (_answer, { card, to }, place) => {
      void queryClient.invalidateQueries({ queryKey: ['board', to.id] })
      offerUndo(
        t('boards.move.done', { column: to.name }),
        () => place && undo.mutate({ id: card.id, place }),
      )
    },
    onError: (_error, { card }) => updateBoard(queryClient, boardId, now => withCard(now, card)),
  })
}
