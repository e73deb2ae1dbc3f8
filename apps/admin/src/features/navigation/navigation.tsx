import {
  IconAddressBook,
  IconApps,
  IconArrowLeft,
  IconDatabaseExport,
  IconDevices,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconListCheck,
  IconLock,
  IconMail,
  IconShield,
  IconShieldQuestion,
  IconUserCircle,
  IconUsers,
} from '@atrium/ui/icons'
import { Divider, NavLink, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'

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

/** Lists only what the reader can open; the server refuses the rest anyway. */
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
      <ApplicationLink
        page="administration"
        icon={IconListCheck}
        label={t('navigation.tasksAdministration')}
      />
      <ApplicationLink icon={IconArrowLeft} label={t('navigation.application')} />
    </Stack>
  )
}

export function AccountNavigation() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  return (
    <Stack gap={2}>
      <Destination to="/account" icon={IconUserCircle} label={t('navigation.profile')} exact />
      <Destination to="/account/contacts" icon={IconAddressBook} label={t('navigation.contacts')} />
      <Destination to="/account/security" icon={IconLock} label={t('navigation.security')} />
      <Destination to="/account/sessions" icon={IconDevices} label={t('navigation.sessions')} />
      <Destination to="/account/data" icon={IconDatabaseExport} label={t('navigation.data')} />
      {hasPermission('admin.web.access') && (
        <>
          <Divider my="xs" />
          <Destination to="/admin" icon={IconShield} label={t('navigation.administration')} />
        </>
      )}
      <ApplicationLink icon={IconArrowLeft} label={t('navigation.application')} />
    </Stack>
  )
}

interface DestinationProps {
  to: LinkProps['to']
  icon: ComponentType<{ size: number; stroke: number }>
  label: string
  /** Active only at this address, not at those below it. */
  exact?: boolean
}

function Destination({ to, icon: Icon, label, exact = false }: DestinationProps) {
  return (
    <Link to={to} activeOptions={{ exact }} style={{ textDecoration: 'none', color: 'inherit' }}>
      {({ isActive }) => (
        <NavLink
          component="span"
          active={isActive}
          label={label}
          leftSection={<Icon size={18} stroke={1.75} />}
        />
      )}
    </Link>
  )
}

interface ApplicationLinkProps extends Pick<DestinationProps, 'icon' | 'label'> {
  page?: string
}

/** Leads to the task application. */
function ApplicationLink({ page, icon: Icon, label }: ApplicationLinkProps) {
  const { data: user } = useQuery(currentUserQuery)
  if (!user?.applicationUrl) return null
  const url = page ? `${user.applicationUrl.replace(/\/$/, '')}/${page}` : user.applicationUrl
  return <NavLink href={url} label={label} leftSection={<Icon size={18} stroke={1.75} />} />
}
