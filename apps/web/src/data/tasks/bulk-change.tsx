import {
  type BulkChange,
  type BulkRefusal,
  type BulkResult,
  changeTasks,
  undoBulkChange,
} from '@atrium/tasks/tasks/bulk/bulk.contract'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { Text } from '@mantine/core'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import classes from './bulk-change.module.css'

interface Wanted {
  ids: number[]
  change: BulkChange
  /** Titles of these tasks, as far as they are known. */
  titles: ReadonlyMap<number, string>
}

/** Changes many tasks in one request, then says what has changed and what has not, and offers to undo it. */
export function useBulkChange() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const refresh = { meta: { hasNoForm: true }, onSettled: () => refreshTasks(queryClient) }
  const reverse = useMutation({
    ...refresh,
    mutationFn: async ({ id }: { id: number; titles: Wanted['titles'] }) =>
      (await api(undoBulkChange, { params: { id } })).item,
    onSuccess: ({ changedIds, refusals }, { titles }) =>
      showNotice({
        message: t('bulk.undone', { count: changedIds.length }),
        ...(refusals.length > 0 && { details: <Refusals refusals={refusals} titles={titles} isUndo /> }),
      }),
  })
  return useMutation({
    ...refresh,
    mutationFn: async ({ ids, change }: Wanted) => (await api(changeTasks, { body: { ids, change } })).item,
    onSuccess: (result, { ids, change, titles }) => {
      const { id, changedIds, refusals } = result
      const details = refusals.length > 0 ? <Refusals refusals={refusals} titles={titles} /> : undefined
      const message = t(messageOf(change, result, ids.length), {
        count: changedIds.length,
        total: ids.length,
      })
      if (id === null) showNotice({ message, details, ...(details && { color: 'amber' }) })
      else offerUndo(message, () => reverse.mutate({ id, titles }), details)
    },
  })
}

function messageOf(
  { isDeleted }: BulkChange,
  { changedIds, unchangedIds, refusals }: BulkResult,
  total: number,
) {
  if (unchangedIds.length === total) return 'bulk.nothing'
  if (refusals.length > 0) return changedIds.length > 0 ? 'bulk.changedSome' : 'bulk.changedNone'
  if (isDeleted === undefined) return 'bulk.changed'
  return isDeleted ? 'bulk.deleted' : 'bulk.restored'
}

function refreshTasks(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: ['board'] })
  void queryClient.invalidateQueries({ queryKey: ['task'] })
  return queryClient.invalidateQueries({ queryKey: ['tasks'] })
}

interface RefusalsProps {
  refusals: BulkRefusal[]
  titles: ReadonlyMap<number, string>
  isUndo?: boolean
}

const MAX_TITLES = 20

/** Reasons, each with its tasks. */
function Refusals({ refusals, titles, isUndo = false }: RefusalsProps) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const count = new Set(refusals.map(({ taskId }) => taskId)).size
  return (
    <details className={classes.details}>
      <summary>{t(isUndo ? 'bulk.leftAlone' : 'bulk.refused', { count })}</summary>
      {[...Map.groupBy(refusals, reasonOf)].map(([reason, alike]) => {
        const ids = [...new Set(alike.map(({ taskId }) => taskId))]
        return (
          <section key={reason}>
            <Text size="sm" fw={600}>
              {reason}
            </Text>
            <ul>
              {ids.slice(0, MAX_TITLES).map(id => (
                <li key={id}>{titles.get(id) ?? t('bulk.hiddenTask')}</li>
              ))}
              {ids.length > MAX_TITLES && <li>{t('bulk.more', { count: ids.length - MAX_TITLES })}</li>}
            </ul>
          </section>
        )
      })}
    </details>
  )
}

/** Ours for what happens often; otherwise what the server says. */
function useReason() {
  const { t, i18n } = useTranslation()
  return ({ code, message }: BulkRefusal) => {
    const own = `bulk.reasons.${code}`
    if (i18n.exists(`app:${own}`)) return String(t(own as 'bulk.reasons.in_other_project'))
    return message.charAt(0).toUpperCase() + message.slice(1)
  }
}
