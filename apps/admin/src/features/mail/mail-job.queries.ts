import type {
  MailJob,
  MailJobList,
  MailService,
  RetriedMailJobs,
} from '@atrium/identity/mail/mail-job.contract'
import { get, type Item, post, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

const JOBS_PER_PAGE = 20
const FOLLOWED_EVERY_MS = 5000
const queryKey = ['mail-jobs']

export const mailStates = ['all', 'waiting', 'failed'] as const
export type MailState = (typeof mailStates)[number]
export const mailServices = ['identity', 'tasks'] as const

interface MailFilters {
  state: MailState
  /** Undefined for both. */
  service: MailService | undefined
  page: number
}

export function mailJobsQuery({ state, service, page }: MailFilters) {
  const status = state === 'all' ? undefined : state
  return queryOptions({
    queryKey: [...queryKey, state, service, page],
    queryFn: ({ signal }) =>
      get<MailJobList>('/mail/jobs', { page, limit: JOBS_PER_PAGE, status, service }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: FOLLOWED_EVERY_MS,
  })
}

export function useRetryMail() {
  return useMailChange(({ id, service }: MailJob) =>
    post<Item<MailJob>>(`/mail/jobs/${id}/retry?service=${service}`),
  )
}

export function useRetryFailedMails() {
  return useMailChange((service: MailService | undefined) =>
    post<RetriedMailJobs>(`/mail/jobs/retry${service ? `?service=${service}` : ''}`),
  )
}

export function useDeleteMail() {
  return useMailChange(({ id, service }: MailJob) => remove(`/mail/jobs/${id}?service=${service}`))
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
