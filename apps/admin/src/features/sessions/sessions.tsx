import type { UserSession } from '@atrium/identity/tokens/user-session.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@atrium/ui/feedback/rows-skeleton'
import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices, IconLogout, IconTerminal2 } from '@atrium/ui/icons'
import { PageSwitch, useLastPage } from '@atrium/ui/lists/page-switch'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Button, Card, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { type Device, deviceOf, useDeviceName } from '../../data/device.ts'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './session.queries.ts'
import classes from './sessions.module.css'

interface SessionsProps {
  userId: number
  /** The user's role is above the reader's, so nothing can be changed. */
  isAbove?: boolean
}

/** Where a user is signed in: for the user, and for administrators. */
export function Sessions({ userId, isAbove = false }: SessionsProps) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery(userId, page))
  useLastPage(data, setPage)
  const { data: reader } = useQuery(currentUserQuery)
  const hasPermission = useHasPermission()
  const isOwn = reader?.id === userId
  const canEnd = !isAbove && hasPermission(isOwn ? 'sessions.manage.self' : 'sessions.manage.any')
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <RowsSkeleton />
  const { items, _meta } = data
  if (items.length === 0) return <NoSessions />
  const others = _meta.total - (isOwn ? 1 : 0)
  return (
    <Stack>
      <Group justify="space-between" gap="sm" mih={36}>
        <Text c="dimmed">{t('sessions.count', { count: _meta.total })}</Text>
        {canEnd && others > 0 && <EndOtherSessions userId={userId} isOwn={isOwn} count={others} />}
      </Group>
      <Card component="ul" shadow="xs" p={0} m={0} aria-label={t('sessions.label')}>
        {items.map(session => (
          <SessionRow key={session.id} userId={userId} session={session} canEnd={canEnd} />
        ))}
      </Card>
      <PageSwitch page={page} pages={_meta.pages} onChange={setPage} />
    </Stack>
  )
}

function NoSessions() {
  const { t } = useTranslation()
  return (
    <EmptyState
      order={3}
      icon={IconDevices}
      title={t('sessions.empty.title')}
      text={t('sessions.empty.text')}
    />
  )
}

interface EndOtherSessionsProps {
  userId: number
  /** Otherwise every session counts as another one. */
  isOwn: boolean
  count: number
}

function EndOtherSessions({ userId, isOwn, count }: EndOtherSessionsProps) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const whose = isOwn ? 'endOthers' : 'endAll'
  return (
    <>
      <Button variant="light" color="red" leftSection={<IconLogout size={16} stroke={1.75} />} onClick={open}>
        {t(`sessions.${whose}.action`)}
      </Button>
      <ConfirmMutation
        mutation={useEndOtherSessions(userId)}
        input={undefined}
        title={t(`sessions.${whose}.title`)}
        text={t(`sessions.${whose}.text`, { count })}
        action={t(`sessions.${whose}.confirm`)}
        doneMessage={t(`sessions.${whose}.done`)}
        isOpen={isOpen}
        onClose={close}
      />
    </>
  )
}

const icons = { computer: IconDeviceDesktop, handheld: IconDeviceMobile, program: IconTerminal2 }

interface SessionRowProps {
  userId: number
  session: UserSession
  canEnd: boolean
}

function SessionRow({ userId, session, canEnd }: SessionRowProps) {
  const { t } = useTranslation()
  const { client, applications, address, userAgent, isCurrent } = session
  const name = useDeviceName(userAgent)
  return (
    <Group component="li" className={classes.row} gap="md" align="flex-start">
      <DeviceIcon kind={deviceOf(userAgent ?? '').kind} isCurrent={isCurrent} />
      <Stack gap={2} flex="1 1 13rem" miw={0}>
        <Group gap="xs">
          <Text fw={600} title={userAgent ?? undefined}>
            {name}
          </Text>
          {isCurrent && <Badge color="teal">{t('sessions.current')}</Badge>}
        </Group>
        <Text size="sm">{[client.name, address].filter(Boolean).join(' · ')}</Text>
        {applications.length > 0 && (
          <Text size="sm">
            {t('sessions.applications', { names: applications.map(({ name }) => name).join(', ') })}
          </Text>
        )}
        <Moments session={session} />
      </Stack>
      {canEnd && !isCurrent && <EndSession userId={userId} session={session} device={name} />}
    </Group>
  )
}

function DeviceIcon({ kind, isCurrent }: { kind: Device['kind']; isCurrent: boolean }) {
  const Icon = icons[kind]
  return (
    <ThemeIcon size={40} radius="md" variant="light" color={isCurrent ? 'teal' : 'gray'} visibleFrom="xs">
      <Icon size={22} stroke={1.6} />
    </ThemeIcon>
  )
}

function Moments({ session: { createdAt, lastUsedAt } }: Pick<SessionRowProps, 'session'>) {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed">
      {t('sessions.since')} <DateText value={createdAt} withTime />
      {' · '}
      {t('sessions.lastUsed')} <DateText value={lastUsedAt} withTime />
    </Text>
  )
}

interface EndSessionProps {
  userId: number
  session: UserSession
  device: string
}

function EndSession({ userId, session, device }: EndSessionProps) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const name = { device, application: session.client.name }
  return (
    <>
      <Button variant="default" size="xs" flex="none" aria-label={t('sessions.end.of', name)} onClick={open}>
        {t('sessions.end.action')}
      </Button>
      <ConfirmMutation
        mutation={useEndSession(userId)}
        input={session.id}
        title={t('sessions.end.title')}
        text={t('sessions.end.text', name)}
        action={t('sessions.end.confirm')}
        doneMessage={t('sessions.end.done', name)}
        isOpen={isOpen}
        onClose={close}
      />
    </>
  )
}
