import { listCycles } from '@atrium/tasks/cycles/cycle.contract'
import { listQuery } from '../api.ts'

const everything = 1000

/** Those that are not finished by their dates, then finished ones, the latest first. */
export function cyclesQuery(projectId: number) {
  return listQuery(['project', projectId, 'cycles'], listCycles, {
    params: { id: projectId },
    query: { limit: everything },
  })
}
