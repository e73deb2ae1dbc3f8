import type { CycleChanges, NewCycle } from '@atrium/tasks/cycles/cycle.contract'
import * as contracts from '@atrium/tasks/cycles/cycle.contract'
import * as milestones from '@atrium/tasks/cycles/milestone.contract'
import { getCapacityReport } from '@atrium/tasks/reports/cycle-report.contract'
import { listTasks } from '@atrium/tasks/tasks/task.contract'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, itemQuery } from '../../api.ts'
import { milestonesQuery } from '../../data/planning/milestones.ts'
import type { TaskFilters } from '../../data/tasks/tasks.ts'
import { useLiveMessages, useProjectTopics } from '../../live/live-provider.tsx'

const PAGE_SIZE = 100

/** Open tasks that are in no cycle, the most important ones first. */
export function backlogQuery(projectId: number, search: string) {
  return pagesOf({
    projectId: String(projectId),
    filter: 'cycle = none and completed = none',
    ...(search && { search }),
    orderBy: '-priority',
  })
}

/** The tasks of a cycle by their status, so that completed ones come last. */
export function cycleTasksQuery(projectId: number, cycleId: number) {
  return pagesOf({ projectId: String(projectId), cycleId: String(cycleId), orderBy: 'column' })
}

function pagesOf(filters: TaskFilters) {
  const query = { ...filters, limit: PAGE_SIZE }
  return infiniteQueryOptions({
    queryKey: ['tasks', 'planning', query],
    queryFn: ({ pageParam, signal }) => api(listTasks, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}

export function capacityQuery(projectId: number, cycleId: number) {
  return itemQuery(['project', projectId, 'reports', 'capacity', cycleId], getCapacityReport, {
    params: { id: projectId },
    query: { cycleId },
  })
}

export function useCreateCycle(projectId: number) {
  return useCycleMutation(projectId, (cycle: NewCycle) =>
    api(contracts.createCycle, { params: { id: projectId }, body: cycle }),
  )
}

export function useChangeCycle(projectId: number) {
  return useCycleMutation(projectId, ({ id, ...changes }: CycleChanges & { id: number }) =>
    api(contracts.updateCycle, { params: { id }, body: changes }),
  )
}

export function useDeleteCycle(projectId: number) {
  return useCycleMutation(projectId, (id: number) => api(contracts.deleteCycle, { params: { id } }))
}

export function useFinishCycle(projectId: number) {
  return useCycleMutation(projectId, ({ id, carryOverTo }: { id: number; carryOverTo: number | null }) =>
    api(contracts.finishCycle, { params: { id }, body: { carryOverTo } }),
  )
}

/** Tasks leave a cycle that is finished or deleted. */
function useCycleMutation<Input, Output>(projectId: number, mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const queryKey of [['tasks'], ['task'], ['board']])
        void queryClient.invalidateQueries({ queryKey })
      return queryClient.invalidateQueries({ queryKey: ['project', projectId] })
    },
  })
}

export function useCreateMilestone(projectId: number) {
  return useMilestoneMutation(projectId, (milestone: milestones.NewMilestone) =>
    api(milestones.createMilestone, { params: { id: projectId }, body: milestone }),
  )
}

export function useUpdateMilestone(projectId: number) {
  return useMilestoneMutation(projectId, ({ id, ...changes }: milestones.MilestoneChanges & { id: number }) =>
    api(milestones.updateMilestone, { params: { id }, body: changes }),
  )
}

export function useDeleteMilestone(projectId: number) {
  return useMilestoneMutation(projectId, (id: number) => api(milestones.deleteMilestone, { params: { id } }))
}

function useMilestoneMutation<Input, Output>(
  projectId: number,
  mutationFn: (input: Input) => Promise<Output>,
) {
  const queryClient = useQueryClient()
  const { queryKey } = milestonesQuery(projectId)
  return useMutation({ mutationFn, onSuccess: () => queryClient.invalidateQueries({ queryKey }) })
}

const REFRESH_MS = 1000

/** Refetches the sums and charts of cycles about a second after a change in the project: changes often come in groups. */
export function useFreshCycles(projectId: number) {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useProjectTopics([projectId])
  useLiveMessages(({ event, data }) => {
    if (event !== 'change' || data.projectId !== projectId) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const name of ['cycles', 'reports'])
        void queryClient.invalidateQueries({ queryKey: ['project', projectId, name] })
    }, REFRESH_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
