import type { SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowDown, IconArrowUp, IconBrandGithub, IconLogin2, IconServer2 } from '@atrium/ui/icons'
import { Anchor, Badge, Card, Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useOrderProviders } from './provider.queries.ts'

const kindIcons = { oidc: IconLogin2, github: IconBrandGithub, ldap: IconServer2 }

/** The providers in the order of their buttons on the sign-in page. */
export function ProviderList({ providers }: { providers: SignInProvider[] }) {
  const { t } = useTranslation(['app', 'ui'])
  const order = useOrderProviders()
  const move = (index: number, step: -1 | 1) => {
    const moved = [...providers]
    moved.splice(index + step, 0, ...moved.splice(index, 1))
    order.mutate(moved)
  }
  return (
    <Stack
      component="ul"
      gap="sm"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      aria-label={t('ui:administration.pages.signInProviders')}
    >
      {providers.map((provider, index) => (
        <Card key={provider.slug} component="li" shadow="xs" padding="md">
          <Group gap="sm" wrap="nowrap">
            <ProviderMark provider={provider} />
            <ProviderSummary provider={provider} />
            {providers.length > 1 && (
              <Group gap={4} wrap="nowrap">
                <IconButton
                  icon={IconArrowUp}
                  iconSize={18}
                  label={t('signInProviders.up', { name: provider.name })}
                  disabled={index === 0 || order.isPending}
                  onClick={() => move(index, -1)}
                />
                <IconButton
                  icon={IconArrowDown}
                  iconSize={18}
                  label={t('signInProviders.down', { name: provider.name })}
                  disabled={index === providers.length - 1 || order.isPending}
                  onClick={() => move(index, 1)}
                />
              </Group>
            )}
          </Group>
        </Card>
      ))}
    </Stack>
  )
}

function ProviderMark({ provider: { kind, icon } }: { provider: SignInProvider }) {
  const Icon = kindIcons[kind]
  return (
    <ThemeIcon size={40} variant="light" aria-hidden="true" visibleFrom="xs">
      {icon ? <span>{icon}</span> : <Icon size={22} stroke={1.6} />}
    </ThemeIcon>
  )
}

function ProviderSummary({ provider }: { provider: SignInProvider }) {
  const { t } = useTranslation()
  const { slug, name, kind, issuer, urls } = provider
  return (
    <Stack gap={2} flex={1} miw={0}>
      <Group gap="xs">
        <Anchor
          c="inherit"
          fw={600}
          renderRoot={props => <Link to="/admin/sign-in-providers/$slug" params={{ slug }} {...props} />}
        >
          {name}
        </Anchor>
        <ProviderBadges provider={provider} />
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[t(`signInProviders.kinds.${kind}`), issuer ?? urls?.[0]].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  )
}

export function ProviderBadges({ provider: { isEnabled, isDefault } }: { provider: SignInProvider }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge color={isEnabled ? 'teal' : 'gray'}>
        {t(isEnabled ? 'signInProviders.on' : 'signInProviders.off')}
      </Badge>
      {isDefault && <Badge color="cobalt">{t('signInProviders.default')}</Badge>}
    </>
  )
}
