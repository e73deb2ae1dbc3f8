import { isRefused } from '@atrium/client/api-error'
import type { ReplyOf } from '@atrium/core/contract'
import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import { attachSticker, detachSticker, type Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { summarizeTasks } from '@atrium/tasks/tasks/summary/task-summary.contract'
import {
  listTasks,
  moveTask,
  type Task,
  type TaskChanges,
  updateTask,
} from '@atrium/tasks/tasks/task.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { showTask } from '../../data/tasks.ts'
import { type Grouping, PAGE_SIZE, type TaskOrder, type TaskScope } from './view-state.ts'

/** Keys start with ['tasks'], so that live changes refresh what is on the screen. */
export function taskPageQuery(scope: TaskScope, orderBy: TaskOrder, page: number) {
  const query = { ...scope, orderBy, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: ['tasks', 'page', query],
    queryFn: async ({ signal }) => (await api(listTasks, { query, signal })).items,
    staleTime: 30_000,
  })
}

/** `sums` are the custom fields to add up. */
export function summaryQuery(scope: TaskScope, groupBy: Grouping, sums: string[] = []) {
  const query = { ...scope, groupBy, ...(sums.length > 0 && { sums: sums.join() }) }
  return queryOptions({
    queryKey: ['tasks', 'summary', query] as const,
    queryFn: async ({ signal }) => (await api(summarizeTasks, { query, signal })).item,
  })
}

type FieldChanges = Omit<TaskChanges, 'version' | 'force' | 'columnId'>

/** What the task has in its custom fields after a change. */
function changedFields({ fields }: Task, changes: TaskChanges['fields'] = {}) {
  const values = Object.entries({ ...fields, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(values) as Task['fields']
}

/** What can be changed in a row. Changes show at once; `done` says what was changed, and offers to undo it. */
export function useChangeTask() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const send = useCallback(
    (
      task: Task,
      patch: Partial<Task>,
      request: (latest: Task) => Promise<Task | undefined>,
      onDone?: (task: Task) => void,
    ) => {
      const mutation = queryClient
        .getMutationCache()
        .build<Task | undefined, Error, void, void>(queryClient, {
          // The same as on boards: changes of one task are sent one after the other.
          scope: { id: `card:${task.id}` },
          meta: { hasNoForm: true },
          mutationFn: () => request(findTask(queryClient, task.id) ?? task),
          onMutate: () => patchTasks(queryClient, task.id, patch),
          onSuccess: changed => {
            if (!changed) return
            showTask(queryClient, changed)
            patchTasks(queryClient, task.id, changed)
            onDone?.(changed)
          },
          onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
        })
      mutation.execute().catch(() => {}) // shown by the query client
    },
    [queryClient],
  )
  const change = useCallback(
    function change(task: Task, changes: FieldChanges, done?: string, undone?: FieldChanges) {
      const request = async ({ version }: Task) => {
        try {
          return (await api(updateTask, { params: { id: task.id }, body: { ...changes, version } })).item
        } catch (error) {
          if (!isRefused(updateTask, error, 'stale_version')) throw error
          patchTasks(queryClient, task.id, error.details.current as Task)
          showNotice({
            color: 'amber',
            title: t('boards.change.refused', { title: task.title }),
            message: t('boards.change.stale'),
            action: { label: t('boards.change.anyway'), run: () => change(task, changes, done, undone) },
          })
          return undefined
        }
      }
      const before = Object.fromEntries(
        Object.keys(changes).map(field => [field, task[field as keyof Task]]),
      ) as FieldChanges
      send(
        task,
        { ...changes, fields: changedFields(task, changes.fields) } as Partial<Task>,
        request,
        changed => {
          if (done) offerUndo(done, () => change(changed, undone ?? before))
        },
      )
    },
    [queryClient, send, offerUndo, t],
  )
  const changeField = useCallback(
    (task: Task, { id, isRequired }: CustomField, value: FieldValue | null, done: string) => {
      const before = task.fields[id] ?? null
      if (JSON.stringify(before) === JSON.stringify(value)) return
      // A required field can't become empty again.
      const isUndoable = !isRequired || before !== null
      change(task, { fields: { [id]: value } }, isUndoable ? done : undefined, { fields: { [id]: before } })
    },
    [change],
  )
  const move = useCallback(
    function move(task: Task, columnId: number, done?: string) {
      const request = async () => (await api(moveTask, { params: { id: task.id }, body: { columnId } })).item
      send(task, { columnId }, request, changed => {
        if (done) offerUndo(done, () => move(changed, task.columnId))
      })
    },
    [send, offerUndo],
  )
  const toggleSticker = useCallback(
    (task: Task, sticker: Sticker, isOn: boolean) => {
      const others = task.stickers.filter(({ id }) => id !== sticker.id)
      const request = async (latest: Task) => {
        if (isOn) await api(attachSticker, { params: { id: task.id }, body: { stickerId: sticker.id } })
        else await api(detachSticker, { params: { id: task.id, stickerId: sticker.id } })
        return latest
      }
      send(task, { stickers: isOn ? [...others, sticker] : others }, request)
    },
    [send],
  )
  return { change, changeField, move, toggleSticker }
}

export type ChangeTask = ReturnType<typeof useChangeTask>

type TaskPage = ReplyOf<typeof listTasks>['items']

function patchTasks(queryClient: QueryClient, id: number, patch: Partial<Task>) {
  queryClient.setQueriesData<TaskPage>({ queryKey: ['tasks', 'page'] }, page =>
    page?.some(task => task.id === id)
      ? page.map(task => (task.id === id ? { ...task, ...patch } : task))
      : page,
  )
}

function findTask(queryClient: QueryClient, id: number) {
  return queryClient
    .getQueriesData<TaskPage>({ queryKey: ['tasks', 'page'] })
    .flatMap(([, page]) => page ?? [])
    .find(task => task.id === id)
}
