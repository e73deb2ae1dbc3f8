import { EmptyState, ErrorState } from '@atrium/ui/feedback/states'
import { IconLock, IconMapOff } from '@atrium/ui/icons'
import { AppFrame } from '@atrium/ui/shell/app-frame'
import { Brand } from '@atrium/ui/shell/brand'
import { NoticeBanners } from '@atrium/ui/shell/notice-banners'
import { useRailState } from '@atrium/ui/shell/rail'
import { UserMenu, userMenuItem } from '@atrium/ui/shell/user-menu'
import { Button, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useSignOut } from '../data/current-user.ts'
import { noticesQuery } from '../data/notices.ts'
import { AdminNavigation, AdminRail } from '../features/navigation/administration.tsx'
import { AreaNavigation, AreaRail, useAccountDestinations } from '../features/navigation/navigation.tsx'
import { NeededSecondFactor } from '../features/two-factor/needed-second-factor.tsx'

export function AdminArea() {
  const { t } = useTranslation('ui')
  return (
    <Area
      home="/admin"
      section={t('administration.title')}
      navigation={<AdminNavigation />}
      rail={<AdminRail />}
    />
  )
}

export function AccountArea() {
  const { t } = useTranslation()
  const destinations = useAccountDestinations()
  return (
    <Area
      home="/account"
      section={t('navigation.account')}
      navigation={<AreaNavigation destinations={destinations} />}
      rail={<AreaRail destinations={destinations} />}
    />
  )
}

interface AreaProps {
  home: LinkProps['to']
  section: string
  navigation: ReactNode
  /** The navigation as icons. */
  rail: ReactNode
}

/** The frame around every page of an area. */
function Area({ home, section, navigation, rail: railContent }: AreaProps) {
  const { t } = useTranslation(['app', 'ui'])
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery)
  const { data: notices } = useQuery(noticesQuery)
  const signOut = useSignOut()
  const rail = useRailState()
  useHotkeys([[rail.keys, rail.onToggle]])
  const brand = (
    <UnstyledButton component={Link} to={home} aria-label={t('home', { section })}>
      <Brand section={section} />
    </UnstyledButton>
  )
  const account = user && (
    <UserMenu user={user} onSignOut={() => signOut.mutate()} isSigningOut={signOut.isPending}>
      <Button
        component={Link}
        to="/account"
        {...userMenuItem}
        leftSection={<IconLock size={18} stroke={1.75} />}
      >
        {t('ui:userMenu.account')}
      </Button>
    </UserMenu>
  )
  return (
    <AppFrame
      brand={brand}
      navigation={user && navigation}
      rail={user && { ...rail, content: railContent }}
      account={account}
    >
      {user && <NoticeBanners notices={notices} userId={user.id} />}
      {user && (
        <NeededSecondFactor isMissing={user.mustSetUpTwoFactor}>
          <Outlet />
        </NeededSecondFactor>
      )}
      {!user && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
    </AppFrame>
  )
}

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <EmptyState order={1} icon={IconMapOff} title={t('notFound.title')} text={t('notFound.text')}>
      <Button component={Link} to="/account" variant="default">
        {t('notFound.home')}
      </Button>
    </EmptyState>
  )
}
