import {
  IconActivityHeartbeat,
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
  IconLogin2,
  IconMail,
  IconPalette,
  IconRobot,
  IconShield,
  IconShieldLock,
  IconShieldQuestion,
  IconSpeakerphone,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@atrium/ui/icons'
import { RailItem, RailList, railClasses } from '@atrium/ui/shell/rail'
import { Divider, NavLink, ScrollArea, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'

const pages = [
  { to: '/admin', name: 'dashboard', icon: IconLayoutDashboard, permission: 'admin.web.access' },
  { to: '/admin/health', name: 'health', icon: IconActivityHeartbeat, permission: 'admin.web.access' },
  { to: '/admin/users', name: 'users', icon: IconUsers, permission: 'users.list' },
  { to: '/admin/groups', name: 'groups', icon: IconUsersGroup, permission: 'groups.manage' },
  { to: '/admin/roles', name: 'roles', icon: IconShield, permission: 'roles.read' },
  { to: '/admin/access', name: 'access', icon: IconShieldQuestion, permission: 'rbac.permissions.read' },
  { to: '/admin/clients', name: 'clients', icon: IconApps, permission: 'rbac.permissions.manage' },
  {
    to: '/admin/agent-hosts',
    name: 'metadataHosts',
    icon: IconRobot,
    permission: 'client_metadata_hosts.manage',
  },
  {
    to: '/admin/sign-in-providers',
    name: 'signInProviders',
    icon: IconLogin2,
    permission: 'sign_in_providers.manage',
  },
  {
    to: '/admin/forward-applications',
    name: 'forwardApplications',
    icon: IconShieldLock,
    permission: 'rbac.permissions.manage',
  },
  { to: '/admin/webhooks', name: 'webhooks', icon: IconWebhook, permission: 'webhooks.manage' },
  { to: '/admin/reference-data', name: 'referenceData', icon: IconAddressBook, permission: 'system.manage' },
  { to: '/admin/notices', name: 'notices', icon: IconSpeakerphone, permission: 'rbac.permissions.manage' },
  { to: '/admin/branding', name: 'branding', icon: IconPalette, permission: 'rbac.permissions.manage' },
  { to: '/admin/audit', name: 'audit', icon: IconHistory, permission: 'rbac.permissions.manage' },
  { to: '/admin/keys', name: 'keys', icon: IconKey, permission: 'rbac.permissions.manage' },
  { to: '/admin/mail', name: 'mail', icon: IconMail, permission: 'rbac.permissions.manage' },
] as const

export interface Destinations {
  pages: Destination[]
  /** Outside of the area. */
  elsewhere: Destination[]
}

interface Destination {
  icon: ComponentType<{ size: number; stroke: number }>
  label: string
  /** The path of a page here, or the address of another application. */
  to?: LinkProps['to']
  href?: string
  /** Active only at this address, not at those below it. */
  exact?: boolean
}

/** Lists only what the reader can open; the server refuses the rest anyway. */
export function useAdminDestinations(): Destinations {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const applicationUrl = useApplicationUrl()
  return {
    pages: pages
      .filter(({ permission }) => hasPermission(permission))
      .map(({ to, name, icon }) => ({
        to,
        icon,
        label: t(`navigation.${name}`),
        exact: name === 'dashboard',
      })),
    elsewhere: [
      { to: '/account', icon: IconUserCircle, label: t('navigation.account') },
      ...(applicationUrl
        ? [
            {
              href: `${applicationUrl}/administration`,
              icon: IconListCheck,
              label: t('navigation.tasksAdministration'),
            },
            { href: `${applicationUrl}/`, icon: IconArrowLeft, label: t('navigation.application') },
          ]
        : []),
    ],
  }
}

export function useAccountDestinations(): Destinations {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const applicationUrl = useApplicationUrl()
  return {
    pages: [
      { to: '/account', icon: IconUserCircle, label: t('navigation.profile'), exact: true },
      { to: '/account/contacts', icon: IconAddressBook, label: t('navigation.contacts') },
      { to: '/account/security', icon: IconLock, label: t('navigation.security') },
      { to: '/account/sessions', icon: IconDevices, label: t('navigation.sessions') },
      { to: '/account/applications', icon: IconApps, label: t('navigation.applications') },
      { to: '/account/data', icon: IconDatabaseExport, label: t('navigation.data') },
    ],
    elsewhere: [
      ...(hasPermission('admin.web.access')
        ? [{ to: '/admin', icon: IconShield, label: t('navigation.administration') } as const]
        : []),
      ...(applicationUrl
        ? [{ href: `${applicationUrl}/`, icon: IconArrowLeft, label: t('navigation.application') }]
        : []),
    ],
  }
}

/** Returns the address of the task application; undefined if there is none. */
function useApplicationUrl() {
  const { data: user } = useQuery(currentUserQuery)
  return user?.applicationUrl?.replace(/\/$/, '')
}

export function AreaNavigation({ destinations }: { destinations: Destinations }) {
  return (
    <Stack gap={1}>
      {destinations.pages.map(destination => (
        <NavigationLink key={destination.label} {...destination} />
      ))}
      <Divider my="xs" />
      {destinations.elsewhere.map(destination => (
        <NavigationLink key={destination.label} {...destination} />
      ))}
    </Stack>
  )
}

function NavigationLink({ to, href, icon: Icon, label, exact = false }: Destination) {
  const content = { label, leftSection: <Icon size={18} stroke={1.75} /> }
  if (href) return <NavLink href={href} {...content} />
  return (
    <Link to={to} activeOptions={{ exact }} style={{ textDecoration: 'none', color: 'inherit' }}>
      {({ isActive }) => <NavLink component="span" active={isActive} {...content} />}
    </Link>
  )
}

/** The navigation as icons, with tooltips. */
export function AreaRail({ destinations }: { destinations: Destinations }) {
  return (
    <ScrollArea type="never" h="100%">
      <RailList>
        {destinations.pages.map(destination => (
          <RailLink key={destination.label} {...destination} />
        ))}
      </RailList>
      <Divider my="xs" />
      <RailList>
        {destinations.elsewhere.map(destination => (
          <RailLink key={destination.label} {...destination} />
        ))}
      </RailList>
    </ScrollArea>
  )
}

function RailLink({ to, href, icon: Icon, label, exact = false }: Destination) {
  const icon = <Icon size={20} stroke={1.75} />
  return (
    <RailItem label={label}>
      {href ? (
        <a href={href} className={railClasses.item} aria-label={label}>
          {icon}
        </a>
      ) : (
        <Link to={to} activeOptions={{ exact }} className={railClasses.item} aria-label={label}>
          {icon}
        </Link>
      )}
    </RailItem>
  )
}
