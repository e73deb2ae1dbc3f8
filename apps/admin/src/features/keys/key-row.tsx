import type { SigningKeyRecord } from '@atrium/identity/tokens/signing-key.contract'
import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ageInDays } from './key-age.ts'

const colors = { signing: 'teal', published: 'cobalt', verifying: 'amber', retired: 'gray' }

export function KeyRow({ record }: { record: SigningKeyRecord }) {
  const { t, i18n } = useTranslation()
  const { kid, status, createdAt, signsFrom, verifiesUntil } = record
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const moment = status === 'published' ? signsFrom : (verifiesUntil ?? signsFrom)
  const days = ageInDays(createdAt)
  return (
    <Card component="li" shadow="xs" padding="md">
      <Stack gap={4}>
        <Group gap="xs">
          <Badge color={colors[status]}>{t(`keys.statuses.${status}`)}</Badge>
          <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {kid}
          </Text>
        </Group>
        <Text>{t(`keys.texts.${status}`, { date: format.format(new Date(moment)) })}</Text>
        <Text size="sm" c="dimmed">
          {t('keys.since', { date: format.format(new Date(signsFrom)) })} ·{' '}
          {days === 0 ? t('keys.ageToday') : t('keys.age', { count: days })}
        </Text>
      </Stack>
    </Card>
  )
}
