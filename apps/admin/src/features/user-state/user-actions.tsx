import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { fullName } from '@atrium/ui/format'
import { IconArchive, IconChevronDown, IconLogout, IconMail, IconShieldQuestion } from '@atrium/ui/icons'
import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { useUserRights } from './user-rights.ts'
import { useUserAction } from './user-state.queries.ts'

const icons = { resetPassword: IconMail, signOut: IconLogout, archive: IconArchive }

/** What the reader can do with the user; every action is confirmed first. */
export function UserActions({ user }: { user: User }) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const { isOwn, mayManage, mayEndSessions } = useUserRights(user)
  const [asked, setAsked] = useState<AskedAction>()
  const isActive = user.status === 'active'
  const mayExplain = hasPermission('rbac.permissions.read')
  const rights = { resetPassword: mayManage, signOut: mayEndSessions, archive: mayManage && !isOwn }
  const allowed = (Object.keys(rights) as AskedAction[]).filter(action => isActive && rights[action])
  if (!mayExplain && allowed.length === 0) return null
  const item = (name: AskedAction) => {
    const Icon = icons[name]
    return (
      <Menu.Item
        key={name}
        c={name === 'archive' ? 'var(--mantine-color-error)' : undefined}
        leftSection={<Icon size={18} stroke={1.75} />}
        onClick={() => setAsked(name)}
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
        </Menu.Dropdown>
      </Menu>
      {asked && <ConfirmAction user={user} action={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

type AskedAction = 'archive' | 'signOut' | 'resetPassword'

interface ConfirmActionProps {
  user: User
  action: AskedAction
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
