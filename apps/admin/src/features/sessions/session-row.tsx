import type { UserSession } from '@atrium/identity/tokens/user-session.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { IconDeviceDesktop, IconDeviceMobile, IconTerminal2 } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Badge, Button, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { type Device, deviceOf } from '../../data/device.ts'
import { useDeviceName } from '../../data/device-name.ts'
import { useEndSession } from './session.queries.ts'
import classes from './session-row.module.css'

const icons = { computer: IconDeviceDesktop, handheld: IconDeviceMobile, program: IconTerminal2 }

interface SessionRowProps {
  userId: number
  session: UserSession
  mayEnd: boolean
}

export function SessionRow({ userId, session, mayEnd }: SessionRowProps) {
  const { t } = useTranslation()
  const { client, address, userAgent, isCurrent } = session
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
        <Moments session={session} />
      </Stack>
      {mayEnd && !isCurrent && <EndSession userId={userId} session={session} device={name} />}
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
