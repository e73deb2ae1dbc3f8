import * as contracts from '@atrium/tasks/notifications/notification.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** The prefix of all keys about notifications: one message refreshes all of them. */
export const notificationsKey = ['notifications']

export const unreadCountQuery = queryOptions({
  queryKey: [...notificationsKey, 'unread-count'],
  queryFn: async ({ signal }) => (await api(contracts.countUnreadNotifications, { signal })).item.unread,
})

export function useReadAllNotifications() {
  return useMutation({
    mutationFn: (projectId?: number) =>
      api(contracts.readAllNotifications, { body: projectId === undefined ? {} : { projectId } }),
    onSettled: useInvalidation(notificationsKey),
  })
}
