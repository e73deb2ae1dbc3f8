import { Arches } from '@atrium/ui/shell/brand'
import { ColorSchemeSwitch, LanguageSwitch } from '@atrium/ui/shell/preference-switches'
import { Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keepInvitationToken } from '../features/projects/invitations/invitation-token.ts'
import { signInAddress } from '../features/sign-in/sign-in-address.ts'
import { SignInCard } from '../features/sign-in/sign-in-card.tsx'
import classes from './signed-out-page.module.css'

export function SignedOutPage() {
  const { t } = useTranslation()
  const { error } = useSearch({ from: '__root__' })
  useEffect(() => keepInvitationToken(), [])
  return (
    <div className={classes.page}>
      <title>{`${t('signIn.action')} · Atrium`}</title>
      <Arches />
      <main className={classes.card}>
        <SignInCard href={signInAddress(window.location.href)} error={error} />
      </main>
      <footer className={classes.footer}>
        <Group justify="center" gap="sm">
          <LanguageSwitch />
          <ColorSchemeSwitch />
        </Group>
      </footer>
    </div>
  )
}
