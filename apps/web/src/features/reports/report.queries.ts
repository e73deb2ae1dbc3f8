import { type ProjectChanges, updateProject } from '@atrium/tasks/projects/project.contract'
import { getOverview } from '@atrium/tasks/reports/overview.contract'
import {
  getBurnUpReport,
  getCycleTimeReport,
  getEstimatesReport,
  getFlowReport,
  getThroughputReport,
} from '@atrium/tasks/reports/report.contract'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, itemQuery } from '../../api.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { useLiveMessages, useTopic } from '../../live/live-provider.tsx'

export function overviewQuery(projectId: number, timeZone: string) {
  return itemQuery(['project', projectId, 'reports', 'overview', timeZone], getOverview, {
    params: { id: projectId },
    query: { timeZone },
  })
}

export interface ReportScope {
  from: string
  to: string
  timeZone: string
  boardId: number | undefined
  filter: string | undefined
}

const contracts = {
  flow: getFlowReport,
  throughput: getThroughputReport,
  'cycle-time': getCycleTimeReport,
  'burn-up': getBurnUpReport,
  estimates: getEstimatesReport,
} as const
export type ReportName = keyof typeof contracts

/** The last answer stays on the screen while another period is loaded. */
export function flowQuery(projectId: number, scope: ReportScope) {
  return queryOptions({
    ...keysOf(projectId, 'flow', scope),
    queryFn: async ({ signal }) => (await api(getFlowReport, requestOf(projectId, scope, signal))).item,
  })
}

export function throughputQuery(projectId: number, scope: ReportScope, per: 'day' | 'week') {
  const query = { ...scope, per }
  return queryOptions({
    ...keysOf(projectId, 'throughput', query),
    queryFn: async ({ signal }) => (await api(getThroughputReport, requestOf(projectId, query, signal))).item,
  })
}

export function cycleTimeQuery(projectId: number, scope: ReportScope) {
  return queryOptions({
    ...keysOf(projectId, 'cycle-time', scope),
    queryFn: async ({ signal }) => (await api(getCycleTimeReport, requestOf(projectId, scope, signal))).item,
  })
}

export function burnUpQuery(projectId: number, scope: ReportScope) {
  return queryOptions({
    ...keysOf(projectId, 'burn-up', scope),
    queryFn: async ({ signal }) => (await api(getBurnUpReport, requestOf(projectId, scope, signal))).item,
  })
}

export function estimatesQuery(projectId: number, scope: ReportScope) {
  return queryOptions({
    ...keysOf(projectId, 'estimates', scope),
    queryFn: async ({ signal }) => (await api(getEstimatesReport, requestOf(projectId, scope, signal))).item,
  })
}

function keysOf(projectId: number, name: ReportName, scope: ReportScope) {
  return {
    queryKey: ['project', projectId, 'reports', name, scope],
    placeholderData: keepPreviousData,
  } as const
}

function requestOf<Scope extends ReportScope>(projectId: number, scope: Scope, signal: AbortSignal) {
  return { params: { id: projectId }, query: scope, signal }
}

export function csvAddress(projectId: number, name: ReportName, scope: ReportScope & { per?: string }) {
  const given = Object.entries({ ...scope, format: 'csv' }).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
  return `${contracts[name].path.replace(':id', String(projectId))}?${query}`
}

/** Goal and dates. */
export function useChangePlan(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (plan: Pick<ProjectChanges, 'goal' | 'startDate' | 'targetDate'>) =>
      api(updateProject, { params: { id }, body: plan }),
    onSuccess: ({ item }) => {
      queryClient.setQueryData(projectQuery(id).queryKey, item)
      return queryClient.invalidateQueries({ queryKey: ['project', id, 'reports'] })
    },
  })
}

const REFRESH_MS = 1000

/** Refetches what is shown about a second after a change in the project: changes often come in groups. */
export function useFreshReports(projectId: number, timeZone: string) {
  const queryClient = useQueryClient()
  const { data: overview } = useQuery(overviewQuery(projectId, timeZone))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useTopic(`project:${projectId}`, overview && (overview.activity[0]?.id ?? 0))
  useLiveMessages(({ event, data }) => {
    if (event !== 'change' || data.projectId !== projectId) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: ['project', projectId, 'reports'] })
    }, REFRESH_MS)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
