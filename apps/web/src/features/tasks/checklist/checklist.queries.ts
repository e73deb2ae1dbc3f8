import type { ReplyOf } from '@atrium/core/contract'
import type { ChecklistItem, ChecklistItemChanges } from '@atrium/tasks/tasks/checklist/checklist.contract'
import * as contracts from '@atrium/tasks/tasks/checklist/checklist.contract'
import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { api, listQuery } from '../../../api.ts'
import { patchTask } from '../../../data/tasks.ts'

type Items = ReplyOf<typeof contracts.listChecklist>

export function checklistQuery(taskId: number) {
  return listQuery(['task', taskId, 'checklist'], contracts.listChecklist, {
    params: { id: taskId },
    query: { limit: 1000 },
  })
}

const addingKey = (taskId: number) => ['task', taskId, 'checklist', 'add']

export function useAddItem(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: addingKey(taskId),
    scope: { id: `checklist-${taskId}` },
    meta: { hasNoForm: true },
    mutationFn: (title: string) =>
      api(contracts.createChecklistItem, { params: { id: taskId }, body: { title } }),
    onSuccess: ({ item }) =>
      setItems(queryClient, taskId, items => [...items.filter(({ id }) => id !== item.id), item]),
  })
}

export function useItemsBeingAdded(taskId: number) {
  return useMutationState({
    filters: { mutationKey: addingKey(taskId), status: 'pending' },
    select: ({ state }) => ({ title: state.variables as string, at: state.submittedAt }),
  })
}

interface ItemChange {
  item: ChecklistItem
  changes: ChecklistItemChanges
}

export function useChangeItem(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `checklist-${taskId}` },
    meta: { hasNoForm: true },
    mutationFn: ({ item, changes }: ItemChange) =>
      api(contracts.updateChecklistItem, { params: { id: item.id }, body: changes }),
    onMutate: ({ item, changes }) =>
      updateOptimistically(queryClient, taskId, items => withChange(items, item, changes)),
    onError: (_error, _change, before) => revert(queryClient, taskId, before),
  })
}

export function useDeleteItem(taskId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `checklist-${taskId}` },
    meta: { hasNoForm: true },
    mutationFn: ({ id }: ChecklistItem) => api(contracts.deleteChecklistItem, { params: { id } }),
    onMutate: ({ id }) =>
      updateOptimistically(queryClient, taskId, items => items.filter(item => item.id !== id)),
    onError: (_error, _item, before) => revert(queryClient, taskId, before),
  })
}

function withChange(items: ChecklistItem[], item: ChecklistItem, changes: ChecklistItemChanges) {
  const { afterItemId, beforeItemId, ...fields } = changes
  const next = { ...item, ...fields }
  const neighborId = afterItemId ?? beforeItemId
  if (!neighborId) return items.map(other => (other.id === item.id ? next : other))
  const others = items.filter(({ id }) => id !== item.id)
  const at = others.findIndex(({ id }) => id === neighborId)
  return others.toSpliced(afterItemId ? at + 1 : at, 0, next)
}

async function updateOptimistically(
  queryClient: QueryClient,
  taskId: number,
  change: (items: ChecklistItem[]) => ChecklistItem[],
) {
  const { queryKey } = checklistQuery(taskId)
  await queryClient.cancelQueries({ queryKey })
  const before = queryClient.getQueryData<Items>(queryKey)?.items
  setItems(queryClient, taskId, change)
  return before
}

/** Also refetches: others may have changed the checklist in the meantime. */
function revert(queryClient: QueryClient, taskId: number, before: ChecklistItem[] = []) {
  setItems(queryClient, taskId, () => before)
  void queryClient.invalidateQueries({ queryKey: ['task', taskId] })
}

/** Updates the counts on the card, too. */
function setItems(
  queryClient: QueryClient,
  taskId: number,
  change: (items: ChecklistItem[]) => ChecklistItem[],
) {
  const list = queryClient.setQueryData<Items>(
    checklistQuery(taskId).queryKey,
    now => now && { ...now, items: change(now.items) },
  )
  if (!list) return
  patchTask(queryClient, taskId, () => ({
    checklistTotal: list.items.length,
    checklistDone: list.items.filter(({ isDone }) => isDone).length,
  }))
}
