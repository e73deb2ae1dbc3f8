import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { IconLock, IconRobot, IconSettings } from '@atrium/ui/icons'
import { UserMenu, userMenuItem } from '@atrium/ui/shell/user-menu'
import { Alert, Anchor, Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themeOf, useUpdateSettings } from '../../data/account/user-settings.ts'
import { useSignOut } from '../../data/changes/sign-out.ts'
import { useChangeQueue } from '../../data/changes/task-changes.ts'
import { useWaitingChanges } from '../../data/changes/waiting-changes.ts'
import { useLive } from '../../live/live-provider.tsx'

const QueuedChangesDialog = lazyDialog(() =>
  import('./queued-changes-dialog.tsx').then(({ QueuedChangesDialog }) => QueuedChangesDialog),
)
const SignOutDialog = lazyDialog(() =>
  import('./queued-changes-dialog.tsx').then(({ SignOutDialog }) => SignOutDialog),
)

export function AccountMenu({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  const { waiting, refused } = useChangeQueue()
  const [isAsking, setIsAsking] = useState(false)
  const hasUnsaved = waiting.length + refused.length > 0
  const settings = useUpdateSettings()
  return (
    <>
      <UserMenu
        user={user}
        onSignOut={() => (hasUnsaved ? setIsAsking(true) : signOut.mutate())}
        isSigningOut={signOut.isPending}
        onChooseLanguage={language => settings.mutate({ language })}
        onChooseColorScheme={scheme => settings.mutate({ theme: themeOf(scheme) })}
      >
        <AccountLinks accountUrl={user.accountUrl} />
      </UserMenu>
      <SignOutDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => signOut.mutate()}
      />
    </>
  )
}

function AccountLinks({ accountUrl }: { accountUrl: string }) {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <>
      <Button
        component={Link}
        to="/profile"
        {...userMenuItem}
        leftSection={<IconSettings size={18} stroke={1.75} />}
      >
        {t('profile.title')}
      </Button>
      <Button
        component={Link}
        to="/agents"
        {...userMenuItem}
        leftSection={<IconRobot size={18} stroke={1.75} />}
      >
        {t('agents.title')}
      </Button>
      <Button
        component="a"
        href={accountUrl}
        {...userMenuItem}
        leftSection={<IconLock size={18} stroke={1.75} />}
      >
        {t('ui:userMenu.account')}
      </Button>
    </>
  )
}

const SHOWN_AFTER_MS = 4000

/** Shown when live updates stop or changes wait; short interruptions of the updates are ignored. */
export function ConnectionBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const { state } = useLive()
  const waiting = useWaitingChanges()
  const { refused } = useChangeQueue()
  const [isListing, setIsListing] = useState(false)
  const [isLate, setIsLate] = useState(false)

  useEffect(() => {
    setIsLate(false)
    if (state === 'open') return
    const timer = setTimeout(() => setIsLate(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state])

  const connection = online ? isLate && state !== 'open' && t(`live.${state}`) : t('live.offline')
  const messages = [
    connection,
    waiting > 0 && t('live.waiting', { count: waiting }),
    refused.length > 0 && t('live.refused', { count: refused.length }),
  ].filter(Boolean)
  const isQueue = waiting + refused.length > 0
  return (
    <>
      {messages.length > 0 && (
        <Alert color="amber" radius={0} py="xs" role="status">
          {messages.join(' ')}
          {isQueue && (
            <Anchor component="button" inherit ml="xs" onClick={() => setIsListing(true)}>
              {t('queue.show')}
            </Anchor>
          )}
        </Alert>
      )}
      <QueuedChangesDialog isOpen={isListing} onClose={() => setIsListing(false)} />
    </>
  )
}

/** Shown before the user is known: the application was opened offline, from the browser's cache. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  if (online) return null
  return (
    <Alert color="amber" radius={0} py="xs" role="status">
      {t('live.offline')}
    </Alert>
  )
}
