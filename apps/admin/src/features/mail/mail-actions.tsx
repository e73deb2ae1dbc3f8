import { hasStatus } from '@atrium/client/api-error'
import type { MailJob, MailService } from '@atrium/identity/mail/mail-job.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess, showNotice } from '@atrium/ui/feedback/notifications'
import { IconRefresh, IconTrash } from '@atrium/ui/icons'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useDeleteMail, useRetryFailedMails, useRetryMail } from './mail-job.queries.ts'

export function MailActions({ job }: { job: MailJob }) {
  const { t } = useTranslation()
  const retry = useRetryMail()
  const [isAsking, { open, close }] = useDisclosure()
  const recipient = job.recipient ?? t('mail.nobody')
  const onError = (error: unknown) => {
    if (hasStatus(error, 409)) showNotice({ color: 'red', message: t('mail.isRunning') })
  }
  const retryNow = () => retry.mutate(job, { onSuccess: () => notifyOfSuccess(t('mail.retried')), onError })
  return (
    <Group gap="xs">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconRefresh size={16} />}
        aria-label={t('mail.retryFor', { recipient })}
        loading={retry.isPending}
        onClick={retryNow}
      >
        {t('mail.retry')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        leftSection={<IconTrash size={16} />}
        aria-label={t('mail.deleteFor', { recipient })}
        onClick={open}
      >
        {t('mail.delete')}
      </Button>
      <ConfirmMutation
        mutation={useDeleteMail()}
        input={job}
        title={t('mail.deleteTitle')}
        text={t('mail.deleteText')}
        action={t('mail.delete')}
        doneMessage={t('mail.deleted')}
        explain={{ conflict: t('mail.isRunning') }}
        isOpen={isAsking}
        onClose={close}
      />
    </Group>
  )
}

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
