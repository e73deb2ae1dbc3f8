import type { Statistics } from '@atrium/identity/admin/statistics.contract'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText } from '@atrium/ui/time-text'
import type { BarChartProps } from '@mantine/charts'
import { Anchor, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { newestFailuresQuery, signingKeyQuery } from './statistics.queries.ts'

interface DayChartProps {
  title: string
  text: string
  days: Record<string, number | string>[]
  series: { name: string; label: string; color: string }[]
}

/** A bar for each day, and the same data as a table for screen readers. */
export function DayChart({ title, text, days, series }: DayChartProps) {
  const { t, i18n } = useTranslation()
  // The days are UTC days, whatever the reader's time zone.
  const format = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const named = days.map(day => ({ ...day, label: format.format(new Date(String(day.day))) }))
  return (
    <SectionCard title={title} text={text}>
      <LazyBars
        h={220}
        data={named}
        dataKey="label"
        series={series}
        withLegend={series.length > 1}
        legendProps={{ verticalAlign: 'bottom', height: 32 }}
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 24 }}
        yAxisProps={{ allowDecimals: false, width: 36 }}
      />
      <VisuallyHidden>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('dashboard.charts.day')}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {named.map(day => (
              <tr key={day.label}>
                <th scope="row">{day.label}</th>
                {series.map(({ name }) => (
                  <td key={name}>{(day as Record<string, number | string>)[name]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </SectionCard>
  )
}

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }))

function LazyBars(props: BarChartProps) {
  return (
    <Suspense fallback={<Skeleton h={props.h} />}>
      <Bars {...props} />
    </Suspense>
  )
}

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
