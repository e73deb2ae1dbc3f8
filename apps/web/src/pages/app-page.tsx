import { AppFrame } from '@atrium/ui/app-frame'
import { Brand } from '@atrium/ui/brand'
import { ErrorState } from '@atrium/ui/error-state'
import { Group, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { AccountMenu } from '../features/navigation/account-menu.tsx'
import { ApplySettings } from '../features/navigation/apply-settings.tsx'
import { ConnectionBanner } from '../features/navigation/connection-banner.tsx'
import { OfflineBanner } from '../features/navigation/offline-banner.tsx'
import { Sidebar } from '../features/navigation/sidebar.tsx'
import { LiveProvider } from '../live/live-provider.tsx'
import { HeaderTools } from './header-tools.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

/** The frame around every page, for those who are signed in. */
export function AppPage() {
  const { t } = useTranslation()
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery)

  if (user === null) return <SignedOutPage />

  const home = (
    <UnstyledButton component={Link} to="/" aria-label={t('home')}>
      <Brand />
    </UnstyledButton>
  )
  const account = user && (
    <Group gap="xs" wrap="nowrap">
      <HeaderTools />
      <AccountMenu user={user} />
    </Group>
  )
  if (!user) {
    return (
      <AppFrame brand={home} account={null}>
        <OfflineBanner />
        {error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      </AppFrame>
    )
  }
  return (
    <LiveProvider>
      <AppFrame brand={home} account={account} navigation={<Sidebar />}>
        <ApplySettings />
        <ConnectionBanner />
        <Outlet />
      </AppFrame>
    </LiveProvider>
  )
}
