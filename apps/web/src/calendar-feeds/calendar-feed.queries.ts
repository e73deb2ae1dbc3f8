import * as contracts from '@atrium/tasks/calendar/calendar-feed.contract'
import { useInvalidation } from '@atrium/ui/queries'
import { useMutation } from '@tanstack/react-query'
import { api, itemsQuery } from '../api.ts'

const ALL = 100
const KEY = ['calendar-feeds']

export const calendarFeedsQuery = itemsQuery(KEY, contracts.listCalendarFeeds, { query: { limit: ALL } })

export function useCreateFeed() {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (body: contracts.NewCalendarFeed) => api(contracts.createCalendarFeed, { body }),
    onSuccess: useInvalidation(KEY),
  })
}

export function useDeleteFeed() {
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: (id: number) => api(contracts.deleteCalendarFeed, { params: { id } }),
    onSuccess: useInvalidation(KEY),
  })
}
