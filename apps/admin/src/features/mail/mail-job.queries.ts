import type { MailJob, MailService } from '@atrium/identity/mail/mail-job.contract'
import * as contracts from '@atrium/identity/mail/mail-job.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'

const JOBS_PER_PAGE = 20
const REFRESH_EVERY_MS = 5000
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
  return {
    ...replyQuery([...queryKey, state, service, page], contracts.listMailJobs, {
      query: { page, limit: JOBS_PER_PAGE, status, service },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_EVERY_MS,
  }
}

export function useRetryMail() {
  return useMailChange(({ id, service }: MailJob) =>
    api(contracts.retryMailJob, { params: { id }, query: { service } }),
  )
}

export function useRetryFailedMails() {
  return useMailChange((service: MailService | undefined) =>
    api(contracts.retryFailedMailJobs, { query: { service } }),
  )
}

export function useDeleteMail() {
  return useMailChange(({ id, service }: MailJob) =>
    api(contracts.deleteMailJob, { params: { id }, query: { service } }),
  )
}

/** The list is read again in any case, but not waited for: the row that called this may be gone then. */
function useMailChange<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    ...conflictsAreExplained,
    mutationFn,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}
