import { listTaskLinks } from '@atrium/tasks/git/repository.contract'
import { itemsQuery } from '../../../api.ts'

const SHOWN = 50

export function taskLinksQuery(id: number) {
  return itemsQuery(['task', id, 'links'], listTaskLinks, { params: { id }, query: { limit: SHOWN } })
}
