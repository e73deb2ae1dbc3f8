import { hasStatus } from '@atrium/client/api-error'
import type { MailJob } from '@atrium/identity/mail/mail-job.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconRefresh, IconTrash } from '@atrium/ui/icons'
import { showNotice } from '@atrium/ui/notice'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useDeleteMail, useRetryMail } from './mail-job.queries.ts'

export function MailActions({ job }: { job: MailJob }) {
  const { t } = useTranslation()
  const retry = useRetryMail()
  const deletion = useDeleteMail()
  const [isAsking, { open, close }] = useDisclosure()
  const recipient = job.recipient ?? t('mail.nobody')
  const onError = (error: unknown) => {
    if (hasStatus(error, 409)) showNotice({ color: 'red', message: t('mail.isRunning') })
  }
  const retryNow = () => retry.mutate(job, { onSuccess: () => notifyOfSuccess(t('mail.retried')), onError })
  const deleteNow = () =>
    deletion.mutate(job, {
      onSuccess: () => notifyOfSuccess(t('mail.deleted')),
      onError,
      onSettled: close,
    })
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
      <ConfirmDialog
        title={t('mail.deleteTitle')}
        text={t('mail.deleteText')}
        action={t('mail.delete')}
        isOpen={isAsking}
        isPending={deletion.isPending}
        onConfirm={deleteNow}
        onClose={close}
      />
    </Group>
  )
}
