import { getPlan } from '@atrium/tasks/planning/plan.contract'
import { itemQuery } from '../../api.ts'
import { mondayOf } from '../days.ts'

/** What the user planned: all that is open, and what they completed since Monday. Lists of tasks refresh it, too. */
export function planQuery(today: string) {
  const from = mondayOf(today)
  return itemQuery(['tasks', 'plan', from], getPlan, { query: { from } })
}
