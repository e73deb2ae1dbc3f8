import { hasStatus } from '@atrium/client/api-error'
import * as contracts from '@atrium/tasks/notifications/inbox/inbox.contract'
import { notifyOfError, showNotice } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useInvalidation } from '@atrium/ui/queries'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, listQuery } from '../../../api.ts'
import { notificationsKey } from '../../../data/account/notifications.ts'
import type { InboxSearch } from '../../../data/search-params.ts'

export type InboxGroup = contracts.InboxGroup

const PER_PAGE = 30
const inboxKey = [...notificationsKey, 'inbox']

/** Stays the same when there is a newer notification about the task. */
export function keyOf({ id, task }: InboxGroup) {
  return task ? `task-${task.id}` : `notification-${id}`
}

function filtersOf({ view = 'all', projectId }: InboxSearch) {
  const project = projectId === undefined ? {} : { projectId }
  if (view === 'snoozed' || view === 'done') return { state: view, ...project }
  return { filter: view, ...project }
}

type InboxPage = Awaited<ReturnType<typeof loadPage>>

function loadPage(search: InboxSearch, page: number, signal: AbortSignal) {
  return api(contracts.listInbox, { query: { ...filtersOf(search), page, limit: PER_PAGE }, signal })
}

export function inboxQuery({ view, projectId }: InboxSearch) {
  return infiniteQueryOptions({
    queryKey: [...inboxKey, view, projectId],
    queryFn: ({ pageParam, signal }) => loadPage({ view, projectId }, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
  })
}

const newest = 8

/** What the bell opens. */
export const newestGroupsQuery = listQuery([...notificationsKey, 'newest'], contracts.listInbox, {
  query: { limit: newest },
})

export function useReadGroup() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.readInboxGroup, { params: { id } }),
    // A newer notification may have replaced this one: the list is about to show it.
    meta: { showsOwnErrors: true },
    onSettled: useInvalidation(notificationsKey),
  })
}

/** Groups leave the list at once; each change offers to undo it. */
export function useInboxActions() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { offerUndo, willOfferUndo } = useUndo()
  const refresh = useInvalidation(notificationsKey)

  const reopen = (id: number) => settle(api(contracts.reopenInboxGroup, { params: { id } }))
  const settle = (work: Promise<unknown>) => work.catch(explain).finally(refresh)
  const explain = (error: unknown) => {
    if (hasStatus(error, 401)) return
    if (hasStatus(error, 404)) showNotice({ message: t('notifications.inbox.hasNewer') })
    else notifyOfError(error)
  }
  const leave = (group: InboxGroup, send: () => Promise<unknown>, message: string) => {
    hide(group.id)
    const work = send().then(() => offerUndo(message, () => void reopen(group.id)))
    willOfferUndo(settle(work))
  }
  const hide = (id: number) => {
    void queryClient.cancelQueries({ queryKey: inboxKey })
    queryClient.setQueriesData<InfiniteData<InboxPage>>({ queryKey: inboxKey }, data => {
      const pages = data?.pages.map(page => ({ ...page, items: page.items.filter(item => item.id !== id) }))
      return data && pages && { ...data, pages }
    })
    queryClient.setQueryData(
      newestGroupsQuery.queryKey,
      data => data && { ...data, items: data.items.filter(item => item.id !== id) },
    )
  }

  return {
    finish: (group: InboxGroup, message: string) =>
      leave(group, () => api(contracts.finishInboxGroup, { params: { id: group.id } }), message),
    snooze: (group: InboxGroup, until: Date, message: string) => {
      const body = { until: until.toISOString() }
      leave(group, () => api(contracts.snoozeInboxGroup, { params: { id: group.id }, body }), message)
    },
    /** Returns a group that is snoozed or done to the inbox. */
    reopen: (group: InboxGroup) => {
      hide(group.id)
      void reopen(group.id)
    },
    finishAll: ({ view = 'all', projectId }: InboxSearch) => {
      const filter = view === 'snoozed' || view === 'done' ? 'all' : view
      const send = async () => {
        const body = { filter, ...(projectId !== undefined && { projectId }) }
        const { doneAt, count } = (await api(contracts.finishInbox, { body })).item
        const undo = () => void settle(api(contracts.reopenInbox, { body: { doneAt } }))
        if (count > 0) offerUndo(t('notifications.inbox.allDone', { count }), undo)
      }
      willOfferUndo(settle(send()))
    },
  }
}
