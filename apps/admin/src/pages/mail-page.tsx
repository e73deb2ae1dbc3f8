import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconMailOpened } from '@atrium/ui/icons'
import { useLastPage } from '@atrium/ui/last-page'
import { PageSwitch } from '@atrium/ui/page-switch'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mailJobsQuery, mailStates } from '../features/mail/mail-job.queries.ts'
import { MailRow } from '../features/mail/mail-row.tsx'
import { MailStateSwitch } from '../features/mail/mail-state-switch.tsx'
import { RetryFailedMails } from '../features/mail/retry-failed-mails.tsx'
import { PageFrame } from './page-frame.tsx'

export function MailPage() {
  const { t } = useTranslation()
  const search = useSearch({ from: '/admin/mail' })
  const navigate = useNavigate({ from: '/admin/mail' })
  const state = mailStates.find(each => each === search.state) ?? 'all'
  const page = Number(search.page) || 1
  const { data: jobs, error, isFetching, refetch } = useQuery(mailJobsQuery(state, page))
  const toPage = (next: number) => void navigate({ search: { ...search, page: String(next) } })
  useLastPage(jobs, toPage)
  return (
    <PageFrame title={t('navigation.mail')} lead={t('mail.lead')}>
      <Group justify="space-between">
        <MailStateSwitch state={state} onChange={state => navigate({ search: { state } })} />
        <RetryFailedMails />
      </Group>
      {!jobs && !error && <RowsSkeleton />}
      {!jobs && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {jobs?.items.length === 0 && (
        <EmptyState
          icon={<IconMailOpened stroke={1.5} />}
          title={t('mail.empty.title')}
          text={t(`mail.empty.${state}`)}
        />
      )}
      {jobs && (
        <>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {jobs.items.map(job => (
              <MailRow key={job.id} job={job} />
            ))}
          </Stack>
          <PageSwitch page={page} pages={jobs._meta.pages} onChange={toPage} />
        </>
      )}
    </PageFrame>
  )
}
