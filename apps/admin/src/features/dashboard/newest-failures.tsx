import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText } from '@atrium/ui/time-text'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { newestFailuresQuery } from './statistics.queries.ts'

/** The latest failed sign-ins: which account, from which address. */
export function NewestFailures() {
  const { t } = useTranslation()
  const { data: failures } = useQuery(newestFailuresQuery)
  if (!failures) return null
  const all = (
    <Anchor
      size="sm"
      renderRoot={props => <Link to="/admin/audit" search={{ action: 'sign-in.failed' }} {...props} />}
    >
      {t('dashboard.failures.all')}
    </Anchor>
  )
  return (
    <SectionCard
      title={t('dashboard.failures.title')}
      text={failures.length === 0 ? t('dashboard.failures.none') : undefined}
      aside={failures.length > 0 && all}
    >
      <Stack gap="sm">
        {failures.map(({ id, at, subjectId, subjectName, address }) => (
          <Group key={id} justify="space-between" gap="xs">
            {subjectId ? (
              <Anchor
                renderRoot={props => (
                  <Link to="/admin/users/$userId" params={{ userId: subjectId }} {...props} />
                )}
              >
                {subjectName ?? `#${subjectId}`}
              </Anchor>
            ) : (
              <Text>{t('dashboard.failures.unknown')}</Text>
            )}
            <Text size="sm" c="dimmed">
              {address ? `${address} · ` : ''}
              <DateText value={at} withTime />
            </Text>
          </Group>
        ))}
      </Stack>
    </SectionCard>
  )
}
