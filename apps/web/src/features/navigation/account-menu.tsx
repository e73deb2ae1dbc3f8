import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { IconSettings } from '@atrium/ui/icons'
import { UserMenu } from '@atrium/ui/shell/user-menu'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSignOut } from '../../data/current-user.ts'
import { themeOf, useUpdateSettings } from '../../data/user-settings.ts'

export function AccountMenu({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  const settings = useUpdateSettings()
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

function ProfileLink() {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to="/profile"
      variant="subtle"
      color="gray"
      fullWidth
      justify="flex-start"
      h={48}
      radius={0}
      leftSection={<IconSettings size={18} stroke={1.75} />}
    >
      {t('profile.title')}
    </Button>
  )
}
