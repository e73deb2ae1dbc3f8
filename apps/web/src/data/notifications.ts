import type { Notification } from '@atrium/tasks/notifications/notification.contract'
import { get, type Item, type List, post } from '@atrium/ui/api'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

const newest = 8
const perPage = 30

/** Everything about notifications lies below this key: one message refreshes all of it. */
export const notificationsKey = ['notifications']

export const unreadCountQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread-count'],
  queryFn: ({ signal }) => get<Item<{ unread: number }>>('/notification/unread-count', {}, signal),
  select: ({ item }) => item.unread,
})

export const newestNotificationsQuery = queryOptions({
  queryKey: [...notificationsKey, 'newest'],
  queryFn: ({ signal }) => get<List<Notification>>('/notification', { limit: newest }, signal),
  select: ({ items }) => items,
})

export interface NotificationFilters {
  unread?: true
  projectId?: number
}

export function notificationsQuery(filters: NotificationFilters) {
  return infiniteQueryOptions({
    queryKey: [...notificationsKey, 'list', filters],
    queryFn: ({ pageParam, signal }) =>
      get<List<Notification>>('/notification', { ...filters, page: pageParam, limit: perPage }, signal),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
  })
}

export function useReadNotification() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => post(`/notification/${id}/read`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  })
}

export function useReadAllNotifications() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (projectId?: number) => post('/notification/read-all', { projectId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: notificationsKey }),
  })
}
