import { getPortfolio, getWorkload } from '@atrium/tasks/reports/portfolio.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { itemQuery } from '../../../api.ts'

export function portfolioQuery(today: string) {
  return itemQuery(['projects', 'portfolio', today], getPortfolio, { query: { today } })
}

/** The last answer stays on the screen while another period is loaded. */
export function workloadQuery(today: string, days: number) {
  return {
    ...itemQuery(['projects', 'workload', today, days], getWorkload, { query: { today, days } }),
    placeholderData: keepPreviousData,
  }
}
