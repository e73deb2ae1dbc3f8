import { listAuditRecords } from '@atrium/identity/audit/audit.contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

const RECORDS_PER_PAGE = 25

/** From the address, so they can be any text; days are in the time zone of the reader. */
export interface AuditFilters {
  service?: string
  action?: string
  user?: string
  from?: string
  to?: string
}

export function auditQuery(filters: AuditFilters, page: number) {
  return queryOptions({
    queryKey: ['audit', filters, page],
    queryFn: ({ signal }) => readAuditRecords(filters, { page, limit: RECORDS_PER_PAGE }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

interface Part {
  page: number
  limit: number
  orderBy?: 'id'
}

/** The address of the whole log of a period, as JSON lines. */
export function auditExportAddress(service: 'identity' | 'tasks', { from, to }: AuditFilters) {
  const period = { from: startOf(from), to: endOf(to) }
  const given = Object.entries(period).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/audit/export?${new URLSearchParams([['service', service], ...given])}`
}

export function readAuditRecords(
  { service, action, user, from, to }: AuditFilters,
  part: Part,
  signal?: AbortSignal,
) {
  const userId = user ? Number(user) : undefined
  return api(listAuditRecords, {
    query: {
      service: service === 'tasks' ? service : 'identity',
      action,
      userId,
      from: startOf(from),
      to: endOf(to),
      ...part,
    },
    signal,
  })
}

function startOf(day: string | undefined) {
  return day && instant(`${day}T00:00:00`)
}

function endOf(day: string | undefined) {
  return day && instant(`${day}T23:59:59.999`)
}

/** The server refuses what is not a day. */
function instant(localTime: string) {
  const time = new Date(localTime)
  return Number.isNaN(time.getTime()) ? localTime : time.toISOString()
}
