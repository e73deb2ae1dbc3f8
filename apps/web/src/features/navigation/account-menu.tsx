import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { UserMenu } from '@atrium/ui/user-menu'
import { useSignOut } from '../../data/current-user.ts'
import { themeOf, useChangeSettings } from '../../data/user-settings.ts'
import { ProfileLink } from './profile-link.tsx'

export function AccountMenu({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  const settings = useChangeSettings()
  return (
    <UserMenu
      user={user}
      onSignOut={() => signOut.mutate()}
      isSigningOut={signOut.isPending}
      onChooseLanguage={language => settings.mutate({ language })}
      onChooseColorScheme={scheme => settings.mutate({ theme: themeOf(scheme) })}
    >
      <ProfileLink />
    </UserMenu>
  )
}
