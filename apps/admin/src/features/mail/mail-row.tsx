import type { MailJob } from '@atrium/identity/mail/mail-job.contract'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Card, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type en from '../../locales/en/mail.ts'
import { MailActions } from './mail-actions.tsx'

const colors = { waiting: 'cobalt', running: 'teal', failed: 'red' }

export function MailRow({ job }: { job: MailJob }) {
  const { t, i18n } = useTranslation()
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const kind = job.kind.replace('mail.', '') as keyof typeof en.kinds
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
