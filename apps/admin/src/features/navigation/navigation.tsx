import {
  IconAddressBook,
  IconApps,
  IconArrowLeft,
  IconDatabaseExport,
  IconDevices,
  IconLock,
  IconShield,
  IconUserCircle,
} from '@atrium/ui/icons'
import { RailItem, RailList, railClasses } from '@atrium/ui/shell/rail'
import { Divider, NavLink, ScrollArea, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'

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

export function useAccountDestinations(): Destinations {
  const { t } = useTranslation(['app', 'ui'])
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
        ? [{ to: '/admin', icon: IconShield, label: t('ui:administration.title') } as const]
        : []),
      ...(applicationUrl
        ? [{ href: `${applicationUrl}/`, icon: IconArrowLeft, label: t('ui:administration.application') }]
        : []),
    ],
  }
}

/** Returns the address of the task application; undefined if there is none. */
export function useApplicationUrl() {
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
