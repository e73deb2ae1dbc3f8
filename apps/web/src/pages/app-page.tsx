import { AppFrame } from '@atrium/ui/app-frame'
import { Brand } from '@atrium/ui/brand'
import { ErrorState } from '@atrium/ui/error-state'
import { UserMenu } from '@atrium/ui/user-menu'
import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useSignOut } from '../features/sign-in/current-user.queries.ts'
import { SignedOutPage } from './signed-out-page.tsx'

/** The frame around every page, for those who are signed in. */
export function AppPage() {
  const { t } = useTranslation()
  const { data: user, error, isFetching, refetch } = useQuery(currentUserQuery)
  const signOut = useSignOut()

  if (user === null) return <SignedOutPage />

  const home = (
    <UnstyledButton component={Link} to="/" aria-label={t('home')}>
      <Brand />
    </UnstyledButton>
  )
  const account = user && (
    <UserMenu user={user} onSignOut={() => signOut.mutate()} isSigningOut={signOut.isPending} />
  )
  return (
    <AppFrame brand={home} account={account}>
      {user && <Outlet />}
      {!user && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
    </AppFrame>
  )
}
