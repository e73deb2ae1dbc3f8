import { getNotices } from '@atrium/core/notices.contract'
import { NOTICES_EVERY_MS, noticesKey } from '@atrium/ui/notices'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

export const noticesQuery = queryOptions({
  queryKey: noticesKey,
  queryFn: async ({ signal }) => (await api(getNotices, { signal })).item,
  refetchInterval: NOTICES_EVERY_MS,
})
