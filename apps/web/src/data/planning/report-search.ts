import { addDays } from '../days.ts'
import { isDay } from '../search-params.ts'

export const reportPeriods = [14, 30, 90, 365] as const
type ReportPeriod = (typeof reportPeriods)[number]
const DEFAULT_PERIOD = 30

/** What the reports show, in the address; everything else is as usual. */
export interface ReportSearch {
  /** Days up to today. */
  days?: ReportPeriod
  from?: string
  to?: string
  board?: number
  filter?: string
  unit?: 'estimate'
  per?: 'day'
  time?: 'lead'
}

/** Without the keys, invalid values from the address would be passed on. */
export function reportSearch(search: Record<string, unknown>): ReportSearch {
  const { days, from, to, board, filter, unit, per, time } = search
  const isRange = isDay(from) && isDay(to) && from <= to
  return {
    days: isRange ? undefined : reportPeriods.find(one => one === days && one !== DEFAULT_PERIOD),
    from: isRange ? from : undefined,
    to: isRange ? to : undefined,
    board: Number.isSafeInteger(board) && (board as number) > 0 ? (board as number) : undefined,
    filter: filter === undefined || filter === '' ? undefined : String(filter),
    unit: unit === 'estimate' ? unit : undefined,
    per: per === 'day' ? per : undefined,
    time: time === 'lead' ? time : undefined,
  }
}

/** The chosen preset; undefined if the user chose both days. */
export function periodOf({ days, from }: ReportSearch): ReportPeriod | undefined {
  return from ? undefined : (days ?? DEFAULT_PERIOD)
}

export function reportDays(search: ReportSearch, today: string) {
  const { from, to } = search
  if (from && to) return { from, to }
  return { from: addDays(today, 1 - (periodOf(search) ?? DEFAULT_PERIOD)), to: today }
}
