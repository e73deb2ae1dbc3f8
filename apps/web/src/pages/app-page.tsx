import { ErrorState } from '@atrium/ui/feedback/states'
import { AppFrame } from '@atrium/ui/shell/app-frame'
import { Brand } from '@atrium/ui/shell/brand'
import { Group, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { colorSchemeOf, userSettingsQuery } from '../data/user-settings.ts'
import { AccountMenu, ConnectionBanner, OfflineBanner } from '../features/navigation/app-header.tsx'
import { Sidebar } from '../features/navigation/sidebar.tsx'
import { LiveProvider } from '../live/live-provider.tsx'
import { HeaderTools } from './header-tools.tsx'
import { SignedOutPage } from './signed-out-page.tsx'

/** The frame around every page for signed-in users; the sign-in page for others. */
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

/** Settings of the account take precedence over those of this browser, so that all devices look the same. */
function ApplySettings() {
  const { i18n } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const { data: settings } = useQuery(userSettingsQuery)
  const { language, theme } = settings ?? {}

  const applyLanguage = useEffectEvent((chosen: typeof language) => {
    if (chosen && chosen !== i18n.resolvedLanguage) void i18n.changeLanguage(chosen)
  })
  const applyTheme = useEffectEvent((chosen: typeof theme) => {
    if (chosen) setColorScheme(colorSchemeOf(chosen))
  })
  useEffect(() => applyLanguage(language), [language])
  useEffect(() => applyTheme(theme), [theme])
  return null
}
