import { EmptyState, ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { IconMailOpened } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { Alert, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mailJobsQuery, mailServices, mailStates } from '../features/mail/mail-job.queries.ts'
import { MailFilterBar, MailRow, RetryFailedMails } from '../features/mail/mail-jobs.tsx'
import { PageFrame } from './page-frame.tsx'

export default function MailPage() {
  const { t } = useTranslation(['app', 'ui'])
  const search = useSearch({ from: '/admin/mail' })
  const navigate = useNavigate({ from: '/admin/mail' })
  const state = mailStates.find(each => each === search.state) ?? 'all'
  const service = mailServices.find(each => each === search.service)
  const page = Number(search.page) || 1
  const { data: jobs, error, isFetching, refetch } = useQuery(mailJobsQuery({ state, service, page }))
  const toPage = (next: number) => void navigate({ search: { ...search, page: String(next) } })
  useLastPage(jobs, toPage)
  return (
    <PageFrame title={t('ui:administration.pages.mail')} lead={t('mail.lead')}>
      <Group justify="space-between">
        <MailFilterBar
          state={state}
          service={service}
          jobs={jobs}
          onChange={changes => navigate({ search: { state, service, ...changes } })}
        />
        <RetryFailedMails count={jobs?.counts.failed ?? 0} service={service} />
      </Group>
      {jobs?.missing.map(
        ({ reason }) =>
          reason !== 'not_configured' && (
            <Alert key={reason} color="amber" title={t(`mail.missing.${reason}.title`)}>
              {t(`mail.missing.${reason}.text`)}
            </Alert>
          ),
      )}
      {!jobs && !error && <RowsSkeleton />}
      {!jobs && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {jobs?.items.length === 0 && (
        <EmptyState icon={IconMailOpened} title={t('mail.empty.title')} text={t(`mail.empty.${state}`)} />
      )}
      {jobs && (
        <>
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {jobs.items.map(job => (
              <MailRow key={`${job.service} ${job.id}`} job={job} />
            ))}
          </Stack>
          <PageSwitch page={page} pages={jobs._meta.pages} onChange={toPage} />
        </>
      )}
    </PageFrame>
  )
}
