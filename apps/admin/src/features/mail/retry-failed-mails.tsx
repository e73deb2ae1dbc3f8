import type { MailService } from '@atrium/identity/mail/mail-job.contract'
import { IconRefresh } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRetryFailedMails } from './mail-job.queries.ts'

interface RetryFailedMailsProps {
  count: number
  service: MailService | undefined
}

export function RetryFailedMails({ count, service }: RetryFailedMailsProps) {
  const { t } = useTranslation()
  const retry = useRetryFailedMails()
  if (count === 0) return null
  const retryAll = () =>
    retry.mutate(service, {
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
