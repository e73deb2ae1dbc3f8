import { Divider, NavLink, ScrollArea, Stack, Text } from '@mantine/core'
import { type ComponentType, Fragment, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import {
  IconActivityHeartbeat,
  IconAddressBook,
  IconApps,
  IconFlag,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconLock,
  IconLogin2,
  IconMail,
  IconPalette,
  IconRefresh,
  IconRobot,
  IconShield,
  IconShieldLock,
  IconShieldQuestion,
  IconSpeakerphone,
  IconTag,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '../icons.ts'
import { RailItem, RailList, railClasses } from '../shell/rail.tsx'
import classes from './navigation.module.css'
import { type AdministrationPage, administrationGroups, type GroupName, type PageName } from './pages.ts'

export type Icon = ComponentType<{ size: number; stroke: number }>

const icons: Record<PageName, Icon> = {
  dashboard: IconLayoutDashboard,
  health: IconActivityHeartbeat,
  audit: IconHistory,
  users: IconUsers,
  groups: IconUsersGroup,
  roles: IconShield,
  access: IconShieldQuestion,
  tasksUsers: IconUserCircle,
  tasksRoles: IconShield,
  tasksPermissions: IconLock,
  tasksAccess: IconShieldQuestion,
  sync: IconRefresh,
  priorities: IconFlag,
  stickers: IconTag,
  signInProviders: IconLogin2,
  clients: IconApps,
  forwardApplications: IconShieldLock,
  metadataHosts: IconRobot,
  keys: IconKey,
  branding: IconPalette,
  notices: IconSpeakerphone,
  mail: IconMail,
  webhooks: IconWebhook,
  referenceData: IconAddressBook,
}

export interface Place {
  /** The service that shows the navigation: its pages open without loading another application. */
  service: AdministrationPage['service']
  current: PageName | undefined
  /** The addresses of the two services, without a slash at the end; pages of one without address are left out. */
  addresses: Partial<Record<AdministrationPage['service'], string>>
  /** What the user may do at each service, as far as it is known. */
  permissions: Partial<Record<AdministrationPage['service'], string[]>>
}

export interface LinkProps {
  page: AdministrationPage
  className?: string
  'aria-label'?: string
  'aria-current'?: 'page' | undefined
  children: ReactNode
}

interface NavigationProps extends Place {
  /** A link of the router to a page of this service. */
  own: ComponentType<LinkProps>
  /** What leads out of the administration. */
  children: ReactNode
}

/** The pages of both services that the user can open, by group. */
export function AdministrationNavigation({ children, ...place }: NavigationProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  return (
    <Stack gap="sm">
      {listGroups(place).map(({ name, pages }) => (
        <section key={name} aria-labelledby={`${id}-${name}`}>
          <Text component="h2" id={`${id}-${name}`} className={classes.heading}>
            {t(`administration.groups.${name}`)}
          </Text>
          <Stack component="ul" gap={1} className={classes.list}>
            {pages.map(page => (
              <li key={page.name}>
                <PageLink {...place} page={page} className={classes.link}>
                  <AdministrationItem
                    icon={icons[page.name]}
                    label={t(`administration.pages.${page.name}`)}
                    isCurrent={page.name === place.current}
                  />
                </PageLink>
              </li>
            ))}
          </Stack>
        </section>
      ))}
      <Divider />
      <Stack gap={1}>{children}</Stack>
    </Stack>
  )
}

interface ItemProps {
  icon: Icon
  label: string
  isCurrent?: boolean
}

/** How a link of the navigation looks, inside the link. */
export function AdministrationItem({ icon: Icon, label, isCurrent = false }: ItemProps) {
  return (
    <NavLink
      component="span"
      active={isCurrent}
      label={label}
      leftSection={<Icon size={18} stroke={1.75} />}
    />
  )
}

/** The navigation of the administration as icons, with tooltips. */
export function AdministrationRail({ children, ...place }: NavigationProps) {
  const { t } = useTranslation('ui')
  return (
    <ScrollArea type="never" h="100%">
      {listGroups(place).map(({ name, pages }) => (
        <Fragment key={name}>
          <RailList>
            {pages.map(page => {
              const label = t(`administration.pages.${page.name}`)
              const Icon = icons[page.name]
              return (
                <RailItem key={page.name} label={label}>
                  <PageLink {...place} page={page} className={railClasses.item ?? ''} aria-label={label}>
                    <Icon size={20} stroke={1.75} />
                  </PageLink>
                </RailItem>
              )
            })}
          </RailList>
          <Divider my="xs" />
        </Fragment>
      ))}
      <RailList>{children}</RailList>
    </ScrollArea>
  )
}

interface PageLinkProps extends Place, LinkProps {
  own: ComponentType<LinkProps>
}

function PageLink({ page, service, current, addresses, permissions: _, own: Own, ...link }: PageLinkProps) {
  const currentMark = page.name === current ? 'page' : undefined
  if (page.service === service) return <Own page={page} aria-current={currentMark} {...link} />
  return <a href={`${addresses[page.service]}${page.path}`} {...link} />
}

function listGroups({ service, addresses, permissions }: Place) {
  const isOpen = (page: AdministrationPage) =>
    (page.service === service || addresses[page.service] !== undefined) &&
    permissions[page.service]?.includes(page.permission)
  const groups: { name: GroupName; pages: readonly AdministrationPage[] }[] = [...administrationGroups]
  return groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(isOpen) }))
    .filter(({ pages }) => pages.length > 0)
}
