import { hasStatus } from '@atrium/client/api-error'
import type { MailJob, MailJobList, MailService } from '@atrium/identity/mail/mail-job.contract'
import type en from '@atrium/texts/en/admin/administration'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess, showNotice } from '@atrium/ui/feedback/notifications'
import { IconRefresh, IconTrash } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Button, Card, Code, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import {
  type MailState,
  mailServices,
  mailStates,
  useDeleteMail,
  useRetryFailedMails,
  useRetryMail,
} from './mail-job.queries.ts'

interface MailFilterBarProps {
  state: MailState
  service: MailService | undefined
  /** The latest answer, if there is one. */
  jobs: MailJobList | undefined
  onChange: (changes: { state?: MailState; service?: MailService | undefined }) => void
}

const ALL = 'all'

export function MailFilterBar({ state, service, jobs, onChange }: MailFilterBarProps) {
  const { t } = useTranslation()
  const countOf = ({ waiting, running, failed }: MailJobList['counts']) => ({
    all: waiting + running + failed,
    waiting,
    failed,
  })
  const label = (each: MailState) =>
    [t(`mail.states.${each}`), jobs && `(${countOf(jobs.counts)[each]})`].filter(Boolean).join(' ')
  const hasOneService = jobs?.missing.some(({ reason }) => reason === 'not_configured')
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('mail.state')}
        data={mailStates.map(value => ({ value, label: label(value) }))}
        value={state}
        onChange={value => onChange({ state: value as MailState })}
      />
      {!hasOneService && (
        <Select
          aria-label={t('mail.service')}
          data={[
            { value: ALL, label: t('mail.allServices') },
            ...mailServices.map(value => ({ value, label: t(`mail.services.${value}`) })),
          ]}
          value={service ?? ALL}
          onChange={value => onChange({ service: mailServices.find(each => each === value) })}
          allowDeselect={false}
        />
      )}
    </Group>
  )
}

const colors = { waiting: 'cobalt', running: 'teal', failed: 'red' }

export function MailRow({ job }: { job: MailJob }) {
  const { t, i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const kind = job.kind.replace('mail.', '') as keyof typeof en.mail.kinds
  const { status, attempts, maxAttempts } = job
  return (
    <Card component="li" shadow="xs" padding="md">
      <Group gap="sm" align="flex-start">
        <Stack gap={4} flex="1 1 14rem" miw={0}>
          <Group gap="xs">
            <Badge color={colors[status]}>{t(`mail.statuses.${status}`)}</Badge>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {job.recipient ?? t('mail.nobody')}
            </Text>
          </Group>
          <Text>{t(`mail.kinds.${kind}`, { defaultValue: job.kind })}</Text>
          <Text size="sm" c="dimmed">
            {t(`mail.services.${job.service}`)}
            {' · '}
            <DateText value={job.createdAt} withTime />
            {attempts > 0 && ` · ${t('mail.attempts', { attempts, maxAttempts })}`}
            {status === 'waiting' &&
              attempts > 0 &&
              ` · ${t('mail.next', { date: format.format(new Date(job.runAt)) })}`}
          </Text>
        </Stack>
        {status !== 'running' && <MailActions job={job} />}
      </Group>
      {job.lastError && (
        <>
          <Text size="sm" fw={500} mt="sm" mb={4}>
            {t('mail.why')}
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap' }}>
            {job.lastError}
          </Code>
        </>
      )}
    </Card>
  )
}

function MailActions({ job }: { job: MailJob }) {
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
