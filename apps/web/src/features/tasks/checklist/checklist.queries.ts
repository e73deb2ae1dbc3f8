import type { ReplyOf } from '@atrium/core/contract'
import type { ChecklistItem, ChecklistItemChanges } from '@atrium/tasks/tasks/checklist/checklist.contract'
import * as contracts from '@atrium/tasks/tasks/checklist/checklist.contract'
import { type QueryClient, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { listQuery } from '../../../api.ts'
import type { ChangeRequest } from '../../../changes/queued-change.ts'
import { notifyOfRefusedChange } from '../../../data/changes/change-task.ts'
import { addChange } from '../../../data/changes/task-changes.ts'
import { patchTask } from '../../../data/tasks/tasks.ts'

type Items = ReplyOf<typeof contracts.listChecklist>

export function checklistQuery(taskId: number) {
  return listQuery(['task', taskId, 'checklist'], contracts.listChecklist, {
    params: { id: taskId },
    query: { limit: 1000 },
  })
}

const addingKey = (taskId: number) => ['task', taskId, 'checklist', 'add']
const changingKey = (taskId: number) => ['task', taskId, 'checklist', 'change']

/** The title waits in the queue of changes, so that neither a reload nor an outage loses it. */
export function useAddItem(taskId: number) {
  const queryClient = useQueryClient()
  return (title: string, { onError }: { onError: () => void }) => {
    const request = { kind: 'item', taskId, title } as const
    const shownAs = { mutationKey: addingKey(taskId), scope: `checklist-${taskId}`, variables: title }
    addChange(queryClient, { request, shownAs }).answer.then(
      added => {
        const item = added as ChecklistItem
        setItems(queryClient, taskId, items => [...items.filter(({ id }) => id !== item.id), item])
      },
      error => {
        onError()
        notifyOfRefusedChange(error)
      },
    )
  }
}

export function useItemsBeingAdded(taskId: number) {
  return useMutationState({
    filters: { mutationKey: addingKey(taskId), status: 'pending' },
    select: ({ state }) => ({ title: state.variables as string, at: state.submittedAt }),
  })
}

/** What is shown of an item until the server has answered; without changes, it is deleted. */
interface ItemChange {
  itemId: number
  changes?: ChecklistItemChanges
}

/** The items with what the user has changed, also before a reload and in other tabs. */
export function useShownItems(taskId: number) {
  const query = useQuery(checklistQuery(taskId))
  const pending = useMutationState({
    filters: { mutationKey: changingKey(taskId), status: 'pending' },
    select: ({ state }) => state.variables as ItemChange,
  })
  return { ...query, items: pending.reduce(withChange, query.data ?? []) }
}

/** Each change resolves to whether it was saved. */
export function useChangeItem(taskId: number) {
  const queryClient = useQueryClient()
  const send = (request: ItemRequest, change: ItemChange) => {
    const shownAs = { mutationKey: changingKey(taskId), scope: `checklist-${taskId}`, variables: change }
    return addChange(queryClient, { request, shownAs }).answer.then(
      answer => {
        const saved = answer as ChecklistItem | undefined
        setItems(queryClient, taskId, items =>
          withChange(items, change).map(item => (item.id === saved?.id ? saved : item)),
        )
        return true
      },
      error => {
        void queryClient.invalidateQueries({ queryKey: ['task', taskId] })
        notifyOfRefusedChange(error)
        return false
      },
    )
  }
  return {
    change: (itemId: number, changes: ChecklistItemChanges) =>
      send({ kind: 'itemEdit', taskId, itemId, changes }, { itemId, changes }),
    remove: (itemId: number) => send({ kind: 'itemDelete', taskId, itemId }, { itemId }),
  }
}

type ItemRequest = Extract<ChangeRequest, { itemId: number }>

function withChange(items: ChecklistItem[], { itemId, changes }: ItemChange): ChecklistItem[] {
  const item = items.find(({ id }) => id === itemId)
  if (!item) return items
  const others = items.filter(({ id }) => id !== itemId)
  if (!changes) return others
  const { afterItemId, beforeItemId, ...fields } = changes
  const next = { ...item, ...fields }
  const at = others.findIndex(({ id }) => id === (afterItemId ?? beforeItemId))
  if (at < 0) return items.map(other => (other.id === itemId ? next : other))
  return others.toSpliced(afterItemId ? at + 1 : at, 0, next)
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
