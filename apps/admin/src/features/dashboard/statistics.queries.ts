import { getStatistics } from '@atrium/identity/admin/statistics.contract'
import { listAuditRecords } from '@atrium/identity/audit/audit.contract'
import { listSigningKeys } from '@atrium/identity/tokens/signing-key.contract'
import { queryOptions } from '@tanstack/react-query'
import { api, itemQuery, itemsQuery } from '../../api.ts'

const refetchInterval = 30_000
const NEWEST = 5

export const statisticsQuery = { ...itemQuery(['statistics'], getStatistics), refetchInterval }

export const newestFailuresQuery = {
  ...itemsQuery(['statistics', 'failures'], listAuditRecords, {
    query: { action: 'sign-in.failed', limit: NEWEST },
  }),
  refetchInterval,
}

/** The one that signs now. */
export const signingKeyQuery = queryOptions({
  queryKey: ['statistics', 'signing-key'],
  queryFn: async ({ signal }) => {
    const { items } = await api(listSigningKeys, { query: { limit: 100 }, signal })
    return items.find(({ status }) => status === 'signing') ?? null
  },
})
