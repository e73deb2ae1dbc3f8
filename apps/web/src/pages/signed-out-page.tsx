import { IconAlertCircle, IconLogin2 } from '@atrium/ui/icons'
import { Arches, LogoMark } from '@atrium/ui/shell/brand'
import { ColorSchemeSwitch, LanguageSwitch } from '@atrium/ui/shell/preference-switches'
import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { InvitationLanding } from '../features/projects/invitations/invitation-landing.tsx'
import { keepInvitationToken } from '../features/projects/invitations/invitation-token.ts'
import classes from './signed-out-page.module.css'

export function SignedOutPage() {
  const { t } = useTranslation()
  const { error } = useSearch({ from: '__root__' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => keepInvitationToken(), [])
  return (
    <div className={classes.page}>
      <title>{`${t('signIn.action')} · Atrium`}</title>
      <Arches />
      <main className={classes.card}>
        {path === '/invitation' && !error ? (
          <Card shadow="lg" padding="xl" radius="xl">
            <Stack align="center" gap="lg" ta="center">
              <LogoMark size={56} />
              <InvitationLanding />
            </Stack>
          </Card>
        ) : (
          <SignInCard href={signInAddress(window.location.href)} error={error} />
        )}
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

/** Where to sign in. Afterwards the browser returns to `address`, without the error of a failed attempt. */
function signInAddress(address: string) {
  const { pathname, searchParams } = new URL(address)
  searchParams.delete('error')
  searchParams.delete('error_description')
  const back = searchParams.size ? `${pathname}?${searchParams}` : pathname
  return `/auth/login?return=${encodeURIComponent(back)}`
}

const explained = ['access_denied', 'server_error', 'temporarily_unavailable'] as const

interface SignInCardProps {
  href: string
  error?: string
}

function SignInCard({ href, error }: SignInCardProps) {
  const { t } = useTranslation()
  const reason = explained.find(code => code === error) ?? 'other'
  return (
    <Card shadow="lg" padding="xl" radius="xl">
      <Stack align="center" gap="lg" ta="center">
        <LogoMark size={56} />
        <Stack gap="xs">
          <Title order={1} size="h2">
            {t('signIn.title')}
          </Title>
          <Text c="dimmed" textWrap="balance">
            {t('signIn.text')}
          </Text>
        </Stack>
        {error && (
          <Alert color="red" role="alert" ta="start" w="100%" icon={<IconAlertCircle stroke={1.75} />}>
            {t(`signIn.errors.${reason}`)}
          </Alert>
        )}
        <Button
          component="a"
          href={href}
          size="md"
          fullWidth
          leftSection={<IconLogin2 size={20} stroke={1.75} />}
        >
          {t('signIn.action')}
        </Button>
      </Stack>
    </Card>
  )
}
