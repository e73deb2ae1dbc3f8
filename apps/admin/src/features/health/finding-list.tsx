import { durationText } from '@atrium/ui/durations'
import { fileSize } from '@atrium/ui/files'
import { IconAlertCircle, IconCircleCheck } from '@atrium/ui/icons'
import { Anchor, Badge, Card, Group, SimpleGrid, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Finding, Status } from './findings.ts'

const colors: Record<Status, string> = { ok: 'teal', warning: 'amber', failure: 'red' }

export function FindingList({ findings }: { findings: Finding[] }) {
  return (
    <SimpleGrid
      component="ul"
      cols={{ base: 1, md: 2, xl: 3 }}
      spacing="sm"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
    >
      {findings.map(finding => (
        <FindingRow key={`${finding.message} ${finding.service}`} finding={finding} />
      ))}
    </SimpleGrid>
  )
}

function FindingRow({ finding }: { finding: Finding }) {
  const { t } = useTranslation()
  const text = useSentence(finding)
  const { subject, service, status } = finding
  const Icon = status === 'ok' ? IconCircleCheck : IconAlertCircle
  return (
    <Card component="li" shadow="xs" padding="md">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <ThemeIcon variant="light" radius="xl" color={colors[status]}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </ThemeIcon>
        <Stack gap={2} miw={0}>
          <Group gap="xs">
            <VisuallyHidden>{t(`health.statuses.${status}`)}: </VisuallyHidden>
            <Text fw={600}>{t(`health.subjects.${subject}`)}</Text>
            {service && (
              <Badge color="gray" variant="light">
                {t(`health.services.${service}`)}
              </Badge>
            )}
          </Group>
          <Text c={status === 'ok' ? 'dimmed' : undefined} style={{ overflowWrap: 'anywhere' }}>
            {text}
          </Text>
          {finding.message === 'emails.failed' && (
            <Anchor renderRoot={props => <Link to="/admin/mail" search={{ state: 'failed' }} {...props} />}>
              {t('health.openMail')}
            </Anchor>
          )}
        </Stack>
      </Group>
    </Card>
  )
}

function useSentence({ message, values = {} }: Finding) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const { bytes, seconds, date, ...plain } = values
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return t(`health.messages.${message}`, {
    ...plain,
    ...(bytes !== undefined && { bytes: fileSize(Number(bytes), language) }),
    ...(seconds !== undefined && { seconds: durationText(Number(seconds), language) }),
    ...(date !== undefined && { date: format.format(new Date(date)) }),
  })
}
