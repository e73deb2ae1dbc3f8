import { pageTitle } from '@atrium/ui/branding'
import { IconAlertCircle, IconLogin2, IconMail } from '@atrium/ui/icons'
import { Arches, LogoMark } from '@atrium/ui/shell/brand'
import { ColorSchemeSwitch, LanguageSwitch } from '@atrium/ui/shell/preference-switches'
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canGoToSignIn, goToSignIn, keepFragment, signInAddress } from '../../data/account/sign-in.ts'
import { inactiveAccountQuery } from '../../data/session/current-user.ts'
import { keepInvitationToken } from '../../features/projects/invitations/invitation-token.ts'
import classes from './signed-out-page.module.css'

const InvitationLanding = lazy(async () => ({
  default: (await import('../../features/projects/invitations/invitation-landing.tsx')).InvitationLanding,
}))

/** `hasEnded`: someone was signed in here until a moment ago. */
export function SignedOutPage({ hasEnded }: { hasEnded: boolean }) {
  const { t } = useTranslation()
  const { error } = useSearch({ from: '__root__' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { data: inactive } = useQuery(inactiveAccountQuery)
  // Everything but an invitation needs a session: straight to the sign-in form, and back.
  const [isLeaving] = useState(
    () => !hasEnded && !inactive && !error && path !== '/invitation' && canGoToSignIn(),
  )
  useEffect(() => keepInvitationToken(), [])
  useEffect(() => {
    if (isLeaving) goToSignIn()
  }, [isLeaving])
  if (isLeaving) return null
  return (
    <Frame title={t(path === '/invitation' ? 'projects.invitation.title' : 'signIn.action')}>
      {inactive ? (
        <InactiveCard supportEmail={inactive.supportEmail} />
      ) : path === '/invitation' && !error ? (
        <Suspense>
          <InvitationLanding />
        </Suspense>
      ) : (
        <SignInCard hasEnded={hasEnded} error={error} />
      )}
    </Frame>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <title>{pageTitle(title)}</title>
      <Arches />
      <main className={classes.card}>
        <Card shadow="lg" padding="xl" radius="xl">
          <Stack align="center" gap="lg" ta="center">
            <LogoMark size={56} />
            {children}
          </Stack>
        </Card>
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

function Heading({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="xs">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Text c="dimmed" textWrap="balance">
        {text}
      </Text>
    </Stack>
  )
}

const explained = ['access_denied', 'server_error', 'temporarily_unavailable'] as const

function SignInCard({ hasEnded, error }: { hasEnded: boolean; error?: string }) {
  const { t } = useTranslation()
  const reason = explained.find(code => code === error) ?? 'other'
  return (
    <>
      <Heading
        title={t(hasEnded ? 'signIn.ended.title' : 'signIn.title')}
        text={t(hasEnded ? 'signIn.ended.text' : 'signIn.text')}
      />
      {error && (
        <Alert color="red" role="alert" ta="start" w="100%" icon={<IconAlertCircle stroke={1.75} />}>
          {t(`signIn.errors.${reason}`)}
        </Alert>
      )}
      <SignInButton label={t('signIn.action')} />
    </>
  )
}

/** Signing in again would only be refused, in the same words as a wrong password: here we can say why. */
function InactiveCard({ supportEmail }: { supportEmail: string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <Heading
        title={t('signIn.inactive.title')}
        text={t(supportEmail ? 'signIn.inactive.text' : 'signIn.inactive.textWithoutEmail')}
      />
      <Stack w="100%" gap="sm">
        {supportEmail && (
          <Button
            component="a"
            href={`mailto:${supportEmail}?${mailParts(t('signIn.inactive.subject'))}`}
            size="md"
            fullWidth
            leftSection={<IconMail size={20} stroke={1.75} />}
          >
            {t('signIn.inactive.action')}
          </Button>
        )}
        <SignInButton label={t('signIn.inactive.other')} variant="default" />
      </Stack>
    </>
  )
}

function mailParts(subject: string) {
  return `subject=${encodeURIComponent(subject)}`
}

/** The address is read when it is used: language and theme may change before. */
function SignInButton({ label, variant }: { label: string; variant?: string }) {
  return (
    <Button
      component="a"
      href={signInAddress()}
      onClick={event => {
        keepFragment()
        event.currentTarget.href = signInAddress()
      }}
      size="md"
      fullWidth
      variant={variant}
      leftSection={<IconLogin2 size={20} stroke={1.75} />}
    >
      {label}
    </Button>
  )
}
