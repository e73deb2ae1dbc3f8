import { AppFrame } from '@atrium/ui/app-frame'
import { Brand } from '@atrium/ui/brand'
import { ErrorState } from '@atrium/ui/error-state'
import { IconLayoutDashboard } from '@atrium/ui/icons'
import { UserMenu } from '@atrium/ui/user-menu'
import { NavLink, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useSignOut } from '../features/sign-in/current-user.queries.ts'
import { DashboardPage } from './dashboard-page.tsx'

/** The frame around the administrator area. */
export function AdminPage() {
  const { t } = useTranslation()
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery)
  const signOut = useSignOut()

  const home = (
    <UnstyledButton component="a" href="/admin/" aria-label={t('home')}>
      <Brand section={t('administration')} />
    </UnstyledButton>
  )
  const navigation = (
    <NavLink
      href="/admin/"
      active
      aria-current="page"
      label={t('dashboard')}
      leftSection={<IconLayoutDashboard size={18} stroke={1.75} />}
    />
  )
  const account = user && (
    <UserMenu user={user} onSignOut={() => signOut.mutate()} isSigningOut={signOut.isPending} />
  )
  return (
    <AppFrame brand={home} navigation={navigation} account={account}>
      {user && <DashboardPage user={user} />}
      {!user && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
    </AppFrame>
  )
}
