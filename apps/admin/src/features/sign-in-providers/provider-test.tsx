import {
  type ProviderTest as Outcome,
  type TestedStep,
  testSignInProvider,
} from '@atrium/identity/sign-in/provider-test/provider-test.contract'
import type { SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { IconCheck, IconMinus, IconX } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Alert, Button, Group, Stack, Text, TextInput, ThemeIcon } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'

/** Runs through what a sign-in needs and says how to fix what is wrong. It tests what is saved. */
export function ProviderTest({ provider: { slug, kind } }: { provider: SignInProvider }) {
  const { t } = useTranslation()
  const [login, setLogin] = useState('')
  const test = useMutation({
    mutationFn: async () => {
      const body = kind === 'ldap' && login.trim() ? { login: login.trim() } : {}
      return (await api(testSignInProvider, { params: { slug }, body })).item
    },
    meta: { hasNoForm: true },
  })
  const run = (event: SyntheticEvent) => {
    event.preventDefault()
    test.mutate()
  }
  return (
    <SectionCard title={t('signInProviders.test.title')} text={t('signInProviders.test.text')}>
      <Stack>
        <form onSubmit={run}>
          <Group align="flex-end" gap="sm">
            {kind === 'ldap' && (
              <TextInput
                label={t('signInProviders.test.login')}
                description={t('signInProviders.test.loginText')}
                value={login}
                onChange={event => setLogin(event.currentTarget.value)}
                maxLength={254}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                flex="1 1 14rem"
              />
            )}
            <Button type="submit" variant="default" loading={test.isPending}>
              {t(test.data ? 'signInProviders.test.again' : 'signInProviders.test.action')}
            </Button>
          </Group>
        </form>
        {test.data && <TestOutcome outcome={test.data} />}
      </Stack>
    </SectionCard>
  )
}

function TestOutcome({ outcome: { isReady, steps, signInUrl } }: { outcome: Outcome }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md" role="status">
      <Alert color={isReady ? 'teal' : 'red'}>
        {t(isReady ? 'signInProviders.test.ready' : 'signInProviders.test.notReady')}
      </Alert>
      <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {steps.map(step => (
          <StepRow key={step.step} step={step} />
        ))}
      </Stack>
      {signInUrl && (
        <Group gap="sm">
          <Button component="a" href={signInUrl} variant="default">
            {t('signInProviders.test.signIn')}
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 14rem">
            {t('signInProviders.test.signInText')}
          </Text>
        </Group>
      )}
    </Stack>
  )
}

const looks = {
  ok: { color: 'teal', icon: IconCheck },
  failed: { color: 'red', icon: IconX },
  skipped: { color: 'gray', icon: IconMinus },
} satisfies Record<TestedStep['result'], object>

function StepRow({ step: { step, result, message, advice } }: { step: TestedStep }) {
  const { t } = useTranslation()
  const { color, icon: Icon } = looks[result]
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <ThemeIcon
        radius="xl"
        variant="light"
        color={color}
        role="img"
        aria-label={t(`signInProviders.test.results.${result}`)}
      >
        <Icon size={18} stroke={2} aria-hidden="true" />
      </ThemeIcon>
      <Stack gap={2} miw={0} style={{ overflowWrap: 'anywhere' }}>
        <Text fw={600}>{t(`signInProviders.test.steps.${step}`)}</Text>
        <Text size="sm" c={result === 'skipped' ? 'dimmed' : undefined}>
          {message}
        </Text>
        {advice && (
          <Text size="sm" fw={500}>
            {advice}
          </Text>
        )}
      </Stack>
    </Group>
  )
}
