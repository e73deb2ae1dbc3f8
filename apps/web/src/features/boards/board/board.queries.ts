import {
  type BoardChanges,
  updateBoard as changeBoard,
  deleteBoard,
  restoreBoard,
} from '@atrium/tasks/boards/board.contract'
import type { ColumnChanges } from '@atrium/tasks/boards/column.contract'
import * as contracts from '@atrium/tasks/boards/column.contract'
import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useInvalidation } from '@atrium/ui/queries'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { orderColumns, patchColumn } from '../../../data/boards/board-cache.ts'
import { fullBoardQuery } from '../../../data/boards/boards.ts'

export function updateBoard(
  queryClient: QueryClient,
  id: number,
  update: (board: FullBoard) => FullBoard,
): void {
  queryClient.setQueryData<FullBoard>(fullBoardQuery(id).queryKey, board => board && update(board))
}

export function useChangeBoard(board: FullBoard) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (changes: BoardChanges) => api(changeBoard, { params: { id: board.id }, body: changes }),
    onSuccess: ({ item }) => {
      updateBoard(queryClient, board.id, now => ({
        ...now,
        name: item.name,
        description: item.description,
        background: item.background,
      }))
      return queryClient.invalidateQueries({ queryKey: ['project', board.projectId, 'boards'] })
    },
  })
}

/** Moves the board to the trash and offers to undo it. */
export function useDeleteBoard({ id, projectId, name }: FullBoard, onDeleted: () => void) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['tasks'] })
    return queryClient.invalidateQueries({ queryKey: ['project', projectId] })
  }
  const restore = useMutation({
    meta: { hasNoForm: true },
    mutationFn: () => api(restoreBoard, { params: { id } }),
    onSuccess: refresh,
  })
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: () => api(deleteBoard, { params: { id } }),
    // Not at the call: the stream may report the deletion first, and then the settings are gone.
    onSuccess: () => {
      onDeleted()
      offerUndo(t('boards.settings.deleted', { name }), () => restore.mutate())
      return refresh()
    },
  })
}

export function useAddColumn(boardId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (title: string) => api(contracts.createColumn, { params: { id: boardId }, body: { title } }),
    onSuccess: ({ item }) =>
      updateBoard(queryClient, boardId, now => ({
        ...now,
        // The stream may have reported it first.
        columns: [...now.columns.filter(({ id }) => id !== item.id), { ...item, tasks: [] }],
      })),
  })
}

/** Optimistic: reverted when the server refuses. */
export function useChangeColumn(boardId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ id, ...changes }: ColumnChanges & { id: number }) =>
      api(contracts.updateColumn, { params: { id }, body: changes }),
    onMutate: ({ id, title, wipLimit, isDone, archiveAfterDays }) =>
      updateBoard(queryClient, boardId, now =>
        patchColumn(now, id, {
          ...(title !== undefined && { title }),
          ...(wipLimit !== undefined && { wipLimit }),
          ...(isDone !== undefined && { isDone }),
          ...(archiveAfterDays !== undefined && { archiveAfterDays }),
        }),
      ),
    onSuccess: ({ item }) => updateBoard(queryClient, boardId, now => patchColumn(now, item.id, item)),
    onError: () => queryClient.invalidateQueries({ queryKey: ['board', boardId] }),
  })
}

interface DoneChange {
  id: number
  isDone: boolean
}

/** Completes and reopens the tasks of the columns, so that the board is loaded again. */
export function useChangeDoneColumns(boardId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (changes: DoneChange[]) => {
      for (const { id, isDone } of changes)
        await api(contracts.updateColumn, { params: { id }, body: { isDone } })
    },
    onSettled: () => refreshDone(queryClient, boardId),
  })
}

/** Makes a column complete tasks, or adds one that does, and returns its id. */
export function useSetDoneColumn({ id: boardId, projectId }: Pick<FullBoard, 'id' | 'projectId'>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (column: { id: number } | { title: string }) => {
      const { item } =
        'id' in column
          ? await api(contracts.updateColumn, { params: { id: column.id }, body: { isDone: true } })
          : await api(contracts.createColumn, { params: { id: boardId }, body: { ...column, isDone: true } })
      return item.id
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['project', projectId] })
      return refreshDone(queryClient, boardId)
    },
  })
}

function refreshDone(queryClient: QueryClient, boardId: number) {
  void queryClient.invalidateQueries({ queryKey: ['task'] })
  void queryClient.invalidateQueries({ queryKey: ['tasks'] })
  return queryClient.invalidateQueries({ queryKey: ['board', boardId] })
}

export function useOrderColumns(boardId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (columnIds: number[]) =>
      api(contracts.reorderColumns, { params: { id: boardId }, body: { columnIds } }),
    onMutate: columnIds => updateBoard(queryClient, boardId, now => orderColumns(now, columnIds)),
    onError: () => queryClient.invalidateQueries({ queryKey: ['board', boardId] }),
  })
}

export function useDeleteColumn(boardId: number) {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ id, moveTo }: { id: number; moveTo?: number | undefined }) =>
      api(contracts.deleteColumn, { params: { id }, query: { moveTo } }),
    onSuccess: useInvalidation(['board', boardId]),
  })
}
