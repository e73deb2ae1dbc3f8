import type { Statistics } from '@atrium/identity/admin/statistics.contract'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText } from '@atrium/ui/time-text'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { signingKeyQuery } from './statistics.queries.ts'

const DAY_MS = 86_400_000

export function InstallationFacts({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  return (
    <SectionCard title={t('dashboard.installation.title')}>
      <Stack gap="sm">
        <Fact name={t('dashboard.installation.version')}>{statistics.version}</Fact>
        <Fact name={t('dashboard.installation.startedAt')}>
          <DateText value={statistics.startedAt} withTime />
        </Fact>
        {hasPermission('rbac.permissions.manage') && <SigningKeyAge />}
      </Stack>
    </SectionCard>
  )
}

function SigningKeyAge() {
  const { t } = useTranslation()
  const { data: key } = useQuery(signingKeyQuery)
  if (!key) return null
  const days = Math.floor((Date.now() - Date.parse(key.signsFrom)) / DAY_MS)
  return (
    <Fact name={t('dashboard.installation.key')}>
      <Anchor component={Link} to="/admin/keys" inherit>
        {t('dashboard.installation.keyAge', { count: Math.max(0, days) })}
      </Anchor>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs">
      <Text c="dimmed">{name}</Text>
      <Text component="span" fw={500}>
        {children}
      </Text>
    </Group>
  )
}
