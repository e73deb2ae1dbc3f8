import type { Statistics } from '@atrium/identity/admin/statistics.contract'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconDevices, IconLogin2, IconMail, IconUsers } from '@atrium/ui/icons'
import { Card, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import classes from './figures.module.css'

export function Figures({ statistics }: { statistics: Statistics }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const { users, tokens, queue, days } = statistics
  const today = days.at(-1) ?? { signIns: 0, failedSignIns: 0 }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
      <FigureCard
        label={t('dashboard.users.label')}
        value={users.active}
        note={t('dashboard.users.archived', { count: users.archived })}
        icon={IconUsers}
        link={hasPermission('users.list') && { to: '/admin/users' }}
      />
      <FigureCard
        label={t('dashboard.signedIn.label')}
        value={tokens.users}
        note={t('dashboard.signedIn.tokens', { count: tokens.alive })}
        icon={IconDevices}
      />
      <FigureCard
        label={t('dashboard.today.label')}
        value={today.signIns}
        note={t('dashboard.today.failed', { count: today.failedSignIns })}
        icon={IconLogin2}
      />
      <FigureCard
        label={t('dashboard.mail.label')}
        value={queue.waiting}
        note={t('dashboard.mail.failed', { count: queue.failed })}
        icon={IconMail}
        isWorrying={queue.failed > 0}
        link={
          hasPermission('rbac.permissions.manage') && {
            to: '/admin/mail',
            search: queue.failed > 0 ? { state: 'failed' } : {},
          }
        }
      />
    </SimpleGrid>
  )
}

interface FigureCardProps {
  label: string
  value: number
  note: string
  icon: ComponentType<{ size: number; stroke: number }>
  /** Needs attention. */
  isWorrying?: boolean
  /** The page to act on it, if the reader can open it. */
  link?: LinkOptions | false
}

function FigureCard({ link, ...figure }: FigureCardProps) {
  if (!link) {
    return (
      <Card shadow="xs" padding="md">
        <Figure {...figure} />
      </Card>
    )
  }
  return (
    <Card
      shadow="xs"
      padding="md"
      className={classes.link}
      renderRoot={props => <Link {...link} {...props} />}
    >
      <Figure {...figure} />
    </Card>
  )
}

function Figure({ label, value, note, icon: Icon, isWorrying = false }: FigureCardProps) {
  const { i18n } = useTranslation()
  return (
    <>
      <Group justify="space-between" wrap="nowrap" c="dimmed" gap="xs">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Icon size={18} stroke={1.75} />
      </Group>
      <Text fz="1.875rem" fw={650} lh={1.25} mt={4} className={classes.value}>
        {new Intl.NumberFormat(i18n.language).format(value)}
      </Text>
      <Text
        size="sm"
        c={isWorrying ? 'var(--mantine-color-error)' : 'dimmed'}
        fw={isWorrying ? 600 : undefined}
      >
        {note}
      </Text>
    </>
  )
}

export function DashboardSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
          {['users', 'signed-in', 'today', 'mail'].map(figure => (
            <Skeleton key={figure} h={118} radius="lg" />
          ))}
        </SimpleGrid>
        <Skeleton h={330} radius="lg" />
      </Stack>
    </LoadingSkeleton>
  )
}
