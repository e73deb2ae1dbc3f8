import { IconRefresh } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mailCountsQuery, useRetryFailedMails } from './mail-job.queries.ts'

export function RetryFailedMails() {
  const { t } = useTranslation()
  const { data: counts } = useQuery(mailCountsQuery)
  const retry = useRetryFailedMails()
  if (!counts?.failed) return null
  const retryAll = () =>
    retry.mutate(undefined, {
      onSuccess: ({ retried }) => notifyOfSuccess(t('mail.allRetried', { count: retried })),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={retry.isPending}
      onClick={retryAll}
    >
      {t('mail.retryAll')}
    </Button>
  )
}
