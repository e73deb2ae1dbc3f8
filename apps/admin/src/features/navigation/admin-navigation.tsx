import {
  IconAddressBook,
  IconApps,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconShield,
  IconShieldQuestion,
  IconUserCircle,
  IconUsers,
} from '@atrium/ui/icons'
import { Divider, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { ApplicationLink } from './application-link.tsx'
import { Destination } from './destination.tsx'

const destinations = [
  { to: '/admin', name: 'dashboard', icon: IconLayoutDashboard, permission: 'admin.web.access' },
  { to: '/admin/users', name: 'users', icon: IconUsers, permission: 'users.list' },
  { to: '/admin/roles', name: 'roles', icon: IconShield, permission: 'roles.read' },
  { to: '/admin/access', name: 'access', icon: IconShieldQuestion, permission: 'rbac.permissions.read' },
  { to: '/admin/clients', name: 'clients', icon: IconApps, permission: 'rbac.permissions.manage' },
  { to: '/admin/reference-data', name: 'referenceData', icon: IconAddressBook, permission: 'system.manage' },
  { to: '/admin/audit', name: 'audit', icon: IconHistory, permission: 'rbac.permissions.manage' },
  { to: '/admin/keys', name: 'keys', icon: IconKey, permission: 'rbac.permissions.manage' },
  { to: '/admin/mail', name: 'mail', icon: IconMail, permission: 'rbac.permissions.manage' },
] as const

/** What the reader may open; the server refuses the rest anyway. */
export function AdminNavigation() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  return (
    <Stack gap={2}>
      {destinations
        .filter(({ permission }) => hasPermission(permission))
        .map(({ to, name, icon }) => (
          <Destination
            key={to}
            to={to}
            icon={icon}
            label={t(`navigation.${name}`)}
            exact={name === 'dashboard'}
          />
        ))}
      <Divider my="xs" />
      <Destination to="/account" icon={IconUserCircle} label={t('navigation.account')} />
      <ApplicationLink />
    </Stack>
  )
}
