import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import { get, type List } from '@atrium/ui/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

const RECORDS_PER_PAGE = 25

/** As the address has them; days are those of the reader. */
export interface AuditFilters {
  action?: string
  user?: string
  from?: string
  to?: string
}

export function auditQuery(filters: AuditFilters, page: number) {
  return queryOptions({
    queryKey: ['audit', filters, page],
    queryFn: ({ signal }) => listAuditRecords(filters, { page, limit: RECORDS_PER_PAGE }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

interface Part {
  page: number
  limit: number
  orderBy?: string
}

export function listAuditRecords({ action, user, from, to }: AuditFilters, part: Part, signal?: AbortSignal) {
  const query = { action, userId: user, from: startOf(from), to: endOf(to), ...part }
  return get<List<NamedAuditRecord>>('/audit', query, signal)
}

function startOf(day: string | undefined) {
  return day && instant(`${day}T00:00:00`)
}

function endOf(day: string | undefined) {
  return day && instant(`${day}T23:59:59.999`)
}

/** An address may hold anything; what is no day is left to the server to refuse. */
function instant(localTime: string) {
  const time = new Date(localTime)
  return Number.isNaN(time.getTime()) ? localTime : time.toISOString()
}
