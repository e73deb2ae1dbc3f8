import { listMilestones, type Milestone } from '@atrium/tasks/cycles/milestone.contract'
import { useQuery } from '@tanstack/react-query'
import { listQuery } from '../../api.ts'

const everything = 1000

/** Sorts milestones by date. */
export function milestonesQuery(projectId: number) {
  return listQuery(['project', projectId, 'milestones'], listMilestones, {
    params: { id: projectId },
    query: { limit: everything },
  })
}

const noMilestones: Milestone[] = []

/** Empty until they have been loaded, and where tasks of several projects are shown. */
export function useMilestones(projectId: number | undefined) {
  const { data = noMilestones } = useQuery({
    ...milestonesQuery(projectId ?? 0),
    enabled: projectId !== undefined,
  })
  return data
}
