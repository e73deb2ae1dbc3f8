import * as contracts from '@atrium/tasks/notifications/notification.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api, listQuery } from '../api.ts'

const newest = 8

/** The prefix of all keys about notifications: one message refreshes all of them. */
export const notificationsKey = ['notifications']

export const unreadCountQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread-count'],
  queryFn: async ({ signal }) => (await api(contracts.countUnreadNotifications, { signal })).item.unread,
})

export const newestNotificationsQuery = listQuery(
  [...notificationsKey, 'newest'],
  contracts.listNotifications,
  { query: { limit: newest } },
)

export function useReadNotification() {
  return useMutation({
    mutationFn: (id: number) => api(contracts.readNotification, { params: { id } }),
    onSettled: useInvalidation(notificationsKey),
  })
}

export function useReadAllNotifications() {
  return useMutation({
    mutationFn: (projectId?: number) =>
      api(contracts.readAllNotifications, { body: projectId === undefined ? {} : { projectId } }),
    onSettled: useInvalidation(notificationsKey),
  })
}
