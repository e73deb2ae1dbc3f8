import type { User, UserDetails } from '@atrium/identity/users/user.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { fullName } from '@atrium/ui/format'
import {
  IconArchive,
  IconChevronDown,
  IconLock,
  IconLogout,
  IconMail,
  IconShield,
  IconShieldQuestion,
  IconUserOff,
  IconUserShare,
} from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Badge, Box, Button, Card, Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { EraseUser, ErasureNotice } from './erase-user.tsx'
import { HandOverState, OffboardUser } from './offboard-user.tsx'
import { offboardingQuery } from './offboarding.queries.ts'
import { lockoutQuery, useUserAction, useUserRights } from './user-state.queries.ts'

/** The user and the state of the account. */
export function UserHeader({ user }: { user: User }) {
  const { t } = useTranslation()
  const isActive = user.status === 'active'
  return (
    <Card shadow="xs" component="section" aria-label={t('users.header.label')}>
      <Group gap="lg" align="flex-start">
        <PersonAvatar person={user} size={72} />
        <Stack gap="md" flex="1 1 14rem" miw={0}>
          <Group gap={6}>
            <Badge color={isActive ? 'teal' : 'gray'}>{t(`users.statuses.${user.status}`)}</Badge>
            <LockoutBadge user={user} />
            {user.roles.map(role => (
              <Badge key={role} color={role === 'owner' ? 'amber' : 'gray'}>
                {role}
              </Badge>
            ))}
          </Group>
          <SimpleGrid component="dl" cols={{ base: 1, xs: 2, md: 4 }} spacing="md" m={0}>
            {!user.erasedAt && (
              <>
                <Fact name={t('users.fields.email')}>
                  {user.email}
                  <Text size="xs" c={user.emailVerifiedAt ? 'dimmed' : 'var(--mantine-color-error)'}>
                    {t(user.emailVerifiedAt ? 'users.header.confirmed' : 'users.header.notConfirmed')}
                  </Text>
                </Fact>
                <Fact name={t('users.fields.phone')}>{user.phone ?? '–'}</Fact>
              </>
            )}
            <Fact name={t('users.header.registered')}>
              <DateText value={user.createdAt} />
            </Fact>
            <Fact name={t('users.header.id')}>{user.id}</Fact>
          </SimpleGrid>
        </Stack>
      </Group>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box miw={0}>
      <Text component="dt" size="xs" c="dimmed" fw={500}>
        {name}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Box>
  )
}

function LockoutBadge({ user }: { user: User }) {
  const { t } = useTranslation()
  const { mayReadLockout } = useUserRights(user)
  const { data: lockout } = useQuery({ ...lockoutQuery(user.id), enabled: mayReadLockout })
  if (!lockout?.isLocked) return null
  return <Badge color="red">{t('users.header.locked')}</Badge>
}

/** Unusual states of the account, each with its remedy. */
export function UserNotices({ user }: { user: User }) {
  const { t } = useTranslation()
  const { isAbove, mayManage, mayReadLockout } = useUserRights(user)
  const { data: lockout } = useQuery({ ...lockoutQuery(user.id), enabled: mayReadLockout })
  const unlock = useUserAction(user, 'unlock')
  const restore = useUserAction(user, 'restore')
  return (
    <>
      {isAbove && (
        <Alert color="gray" icon={<IconShield />}>
          {t('users.notices.above')}
        </Alert>
      )}
      {user.erasedAt && <ErasureNotice user={user} erasedAt={user.erasedAt} />}
      {user.archivedAt && !user.erasedAt && (
        <Notice
          color="gray"
          icon={<IconArchive />}
          title={t('users.notices.archived')}
          action={mayManage && { label: t('users.actions.restore.label'), ...runOf(restore) }}
        >
          <DateText value={user.archivedAt} withTime />
        </Notice>
      )}
      {user.archivedAt && !user.erasedAt && mayManage && <OffboardingNotice user={user} />}
      {lockout?.lockedUntil && (
        <Notice
          color="red"
          icon={<IconLock />}
          title={t('users.notices.locked', { count: lockout.failures })}
          action={mayManage && { label: t('users.actions.unlock.label'), ...runOf(unlock) }}
        >
          {t('users.notices.lockedUntil')} <DateText value={lockout.lockedUntil} withTime />
        </Notice>
      )}
    </>
  )
}

/** What has become of the work of someone who was offboarded. */
function OffboardingNotice({ user }: { user: User }) {
  const { data: offboarding } = useQuery(offboardingQuery(user.id))
  if (!offboarding?.requestedAt) return null
  return <HandOverState user={user} offboarding={offboarding} />
}

function runOf({ mutate, isPending }: ReturnType<typeof useUserAction>) {
  return { run: () => mutate(), isPending }
}

interface NoticeProps {
  color: string
  icon: ReactNode
  title: string
  action: false | { label: string; run: () => void; isPending: boolean }
  children: ReactNode
}

function Notice({ color, icon, title, action, children }: NoticeProps) {
  return (
    <Alert color={color} icon={icon} title={title}>
      <Group justify="space-between" gap="sm">
        <span>{children}</span>
        {action && (
          <Button size="compact-md" variant="default" loading={action.isPending} onClick={action.run}>
            {action.label}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

const icons = { resetPassword: IconMail, signOut: IconLogout, archive: IconArchive }

/** What the reader can do with the user; every action is confirmed first. */
export function UserActions({ user }: { user: UserDetails }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const { isOwn, mayManage, mayEndSessions } = useUserRights(user)
  const [chosenAction, setChosenAction] = useState<ConfirmedAction>()
  const isActive = user.status === 'active'
  const mayExplain = hasPermission('rbac.permissions.read')
  const rights = {
    resetPassword: mayManage && user.capabilities.canResetPassword,
    signOut: mayEndSessions,
    archive: mayManage && !isOwn,
  }
  const mayErase = mayManage && !isOwn && !user.erasedAt
  const mayOffboard = mayErase
  const [isErasing, setIsErasing] = useState(false)
  const [isOffboarding, setIsOffboarding] = useState(false)
  const allowed = (Object.keys(rights) as ConfirmedAction[]).filter(action => isActive && rights[action])
  if (!mayExplain && !mayErase && allowed.length === 0) return null
  const item = (name: ConfirmedAction) => {
    const Icon = icons[name]
    return (
      <Menu.Item
        key={name}
        c={name === 'archive' ? 'var(--mantine-color-error)' : undefined}
        leftSection={<Icon size={18} stroke={1.75} />}
        onClick={() => setChosenAction(name)}
      >
        {t(`users.actions.${name}.label`)}
      </Menu.Item>
    )
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} />}>
            {t('users.actions.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayExplain && (
            <Menu.Item
              leftSection={<IconShieldQuestion size={18} stroke={1.75} />}
              renderRoot={props => <Link to="/admin/access" search={{ user: String(user.id) }} {...props} />}
            >
              {t('users.actions.explain')}
            </Menu.Item>
          )}
          {allowed.map(item)}
          {mayOffboard && (
            <Menu.Item
              c={isActive ? 'var(--mantine-color-error)' : undefined}
              leftSection={<IconUserShare size={18} stroke={1.75} />}
              onClick={() => setIsOffboarding(true)}
            >
              {t(isActive ? 'users.offboarding.open' : 'users.offboarding.openHandOver')}
            </Menu.Item>
          )}
          {mayErase && (
            <Menu.Item
              c="var(--mantine-color-error)"
              leftSection={<IconUserOff size={18} stroke={1.75} />}
              onClick={() => setIsErasing(true)}
            >
              {t('users.actions.erase.label')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <EraseUser user={user} isOpen={isErasing} onClose={() => setIsErasing(false)} />
      <OffboardUser user={user} isOpen={isOffboarding} onClose={() => setIsOffboarding(false)} />
      {chosenAction && (
        <ConfirmAction user={user} action={chosenAction} onClose={() => setChosenAction(undefined)} />
      )}
    </>
  )
}

type ConfirmedAction = 'archive' | 'signOut' | 'resetPassword'

interface ConfirmActionProps {
  user: User
  action: ConfirmedAction
  onClose: () => void
}

function ConfirmAction({ user, action, onClose }: ConfirmActionProps) {
  const { t } = useTranslation()
  const words = { name: fullName(user), email: user.email }
  return (
    <ConfirmMutation
      mutation={useUserAction(user, action)}
      input={undefined}
      title={t(`users.actions.${action}.title`, words)}
      text={t(`users.actions.${action}.text`, words)}
      consequences={
        action === 'archive'
          ? [
              t('users.actions.archive.signedOut'),
              t('users.actions.archive.kept'),
              t('users.actions.archive.restorable'),
            ]
          : []
      }
      action={t(`users.actions.${action}.confirm`)}
      isHarmless={action === 'resetPassword'}
      isOpen
      onClose={onClose}
    />
  )
}
