import type { MailJob, RetriedMailJobs } from '@atrium/identity/mail/mail-job.schema'
import { get, type Item, type List, post, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const JOBS_PER_PAGE = 20
const FOLLOWED_EVERY_MS = 5000
const queryKey = ['mail-jobs']

export const mailStates = ['all', 'waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]

export function mailJobsQuery(state: MailState, page: number) {
  return queryOptions({
    queryKey: [...queryKey, state, page],
    queryFn: ({ signal }) => listJobs(state, { page, limit: JOBS_PER_PAGE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: FOLLOWED_EVERY_MS,
  })
}

export const mailCountsQuery = queryOptions({
  queryKey: [...queryKey, 'counts'],
  queryFn: async ({ signal }) => {
    const counts = mailStates.map(async state => {
      const { _meta } = await listJobs(state, { page: 1, limit: 1 }, signal)
      return [state, _meta.total] as const
    })
    return Object.fromEntries(await Promise.all(counts)) as Record<MailState, number>
  },
  refetchInterval: FOLLOWED_EVERY_MS,
})

export function useRetryMail() {
  return useMailChange((id: number) => post<Item<MailJob>>(`/mail/jobs/${id}/retry`))
}

export function useRetryFailedMails() {
  return useMailChange(() => post<RetriedMailJobs>('/mail/jobs/retry'))
}

export function useDeleteMail() {
  return useMailChange((id: number) => remove(`/mail/jobs/${id}`))
}

function listJobs(state: MailState, page: { page: number; limit: number }, signal: AbortSignal) {
  const status = state === 'all' ? undefined : state
  return get<List<MailJob>>('/mail/jobs', { ...page, status }, signal)
}

/**
 * One that has left meanwhile is no longer there: the list is read again in any case, but not waited for. Whoever asked
 * goes with its row, and would say nothing any more.
 */
function useMailChange<Given, Answer>(mutationFn: (given: Given) => Promise<Answer>) {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}
