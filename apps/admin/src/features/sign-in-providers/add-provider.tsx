import type { NewSignInProvider, SignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import {
  IconBrandAzure,
  IconBrandGithub,
  IconBrandGoogle,
  IconBrandWindows,
  IconKey,
  IconLogin2,
  IconServer2,
  IconShieldLock,
} from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CopiedField } from '../../data/copied-field.tsx'
import { issuerQuery } from '../../data/server-metadata.ts'
import { DirectoryFields, MoreDirectoryFields, OAuthFields } from './connection-fields.tsx'
import { useCreateProvider } from './provider.queries.ts'
import {
  freeSlug,
  type IssuerPart,
  issuerOf,
  issuerParts,
  type PresetName,
  presetGroups,
  presetOf,
} from './provider-presets.ts'
import { connectionOf, valuesOf } from './provider-values.ts'
import classes from './sign-in-providers.module.css'

const icons = {
  google: IconBrandGoogle,
  entra: IconBrandAzure,
  github: IconBrandGithub,
  keycloak: IconKey,
  authentik: IconShieldLock,
  atrium: IconLogin2,
  openid: IconLogin2,
  activeDirectory: IconBrandWindows,
  openLdap: IconServer2,
  directory389: IconServer2,
} satisfies Record<PresetName, typeof IconKey>

/** The first step: whose accounts people have. */
export function PresetChoice({ onChoose }: { onChoose: (preset: PresetName) => void }) {
  const { t } = useTranslation()
  return (
    <Stack gap="lg">
      {(['services', 'servers', 'directories'] as const).map(group => (
        <section key={group} aria-label={t(`signInProviders.wizard.groups.${group}`)}>
          <Title order={2} size="h4" mb="xs">
            {t(`signInProviders.wizard.groups.${group}`)}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
            {presetGroups[group].map(name => (
              <PresetCard key={name} name={name} onChoose={() => onChoose(name)} />
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  )
}

function PresetCard({ name, onChoose }: { name: PresetName; onChoose: () => void }) {
  const { t } = useTranslation()
  const Icon = icons[name]
  return (
    <UnstyledButton onClick={onChoose} className={classes.preset}>
      <Card shadow="xs" padding="md" h="100%">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Icon size={24} stroke={1.6} aria-hidden="true" style={{ flexShrink: 0 }} />
          <div>
            <Text fw={600}>{t(`signInProviders.presets.${name}.name`)}</Text>
            <Text size="sm" c="dimmed">
              {t(`signInProviders.presets.${name}.about`)}
            </Text>
          </div>
        </Group>
      </Card>
    </UnstyledButton>
  )
}

interface AddProviderProps {
  preset: PresetName
  /** The slugs of the providers there are. */
  taken: string[]
  onBack: () => void
  onAdded: (provider: SignInProvider) => void
}

/** The second step: what to do at the provider, and what to copy from there. */
export function AddProvider({ preset, taken, onBack, onAdded }: AddProviderProps) {
  const { t } = useTranslation()
  const { data: issuer = window.location.origin } = useQuery(issuerQuery)
  const { kind } = presetOf(preset)
  const form = useAddForm(preset, taken, onAdded)
  const name = t(`signInProviders.presets.${preset}.name`)
  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap="lg">
        <SectionCard title={`1. ${name}`} text={t(`signInProviders.presets.${preset}.guide`)}>
          {kind !== 'ldap' && (
            <CopiedField
              label={t('signInProviders.fields.callbackUrl')}
              value={`${issuer}/auth/upstream/${form.values.slug}/callback`}
            />
          )}
        </SectionCard>
        <SectionCard title={`2. ${t('signInProviders.wizard.here')}`}>
          <Stack>
            <FormError message={form.error} />
            <TextInput
              {...form.field('name')}
              label={t('signInProviders.fields.name')}
              description={t(`signInProviders.fields.${kind === 'ldap' ? 'nameOfDirectory' : 'nameText'}`)}
              required
              maxLength={60}
              autoComplete="off"
            />
            {kind === 'ldap' ? (
              <>
                <DirectoryFields form={form} hasSecret={false} />
                <MoreDirectoryFields form={form} />
              </>
            ) : (
              <OAuthFields
                form={form}
                hasSecret={false}
                issuer={<IssuerFields preset={preset} form={form} />}
              />
            )}
            <TextInput
              {...form.field('slug')}
              label={t('signInProviders.fields.slug')}
              description={t(
                `signInProviders.fields.${kind === 'ldap' ? 'slugTextOfDirectory' : 'slugText'}`,
              )}
              required
              maxLength={40}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <Group justify="space-between" gap="sm" mt="xs">
              <Button variant="default" onClick={onBack}>
                {t('signInProviders.wizard.other')}
              </Button>
              <Button type="submit" loading={form.isPending}>
                {t('signInProviders.wizard.submit')}
              </Button>
            </Group>
          </Stack>
        </SectionCard>
      </Stack>
    </form>
  )
}

type AddForm = ReturnType<typeof useAddForm>

const noParts = Object.fromEntries(issuerParts.map(part => [part, ''])) as Record<IssuerPart, string>

/** A new provider is off, so that nobody meets its button before it works. */
function useAddForm(name: PresetName, taken: string[], onAdded: (provider: SignInProvider) => void) {
  const { t } = useTranslation()
  const preset = presetOf(name)
  const creation = useCreateProvider()
  const [firstPart = 'issuer'] = preset.issuer?.parts ?? []
  return useMutationForm({
    mutation: creation,
    initialValues: {
      ...valuesOf({ name: preset.name ?? '', ...preset.fields }),
      ...noParts,
      slug: freeSlug(preset.slug, taken),
    },
    toInput: values => {
      const issuer = issuerOf(name, values) ?? ''
      return {
        ...preset.fields,
        ...connectionOf(preset.kind, { ...values, issuer }),
        name: values.name.trim(),
        slug: values.slug.trim(),
        kind: preset.kind,
        isEnabled: false,
      } as NewSignInProvider
    },
    onSuccess: provider => {
      notifyOfSuccess(t('signInProviders.wizard.done', { name: provider.name }))
      onAdded(provider)
    },
    aliases: { issuer: firstPart, nameAttributes: 'firstNameAttribute' },
    explain: { sign_in_provider_slug_taken: { slug: t('signInProviders.fields.taken') } },
  })
}

const examples: Record<IssuerPart, string> = {
  issuer: 'https://id.example.org',
  tenant: '2f4a1c3e-0000-0000-0000-000000000000',
  server: 'https://id.example.org',
  realm: 'company',
  application: 'atrium',
}

/** Asks for what the administrator knows, such as the realm, instead of an address that is made of it. */
function IssuerFields({ preset, form }: { preset: PresetName; form: AddForm }) {
  const { t } = useTranslation()
  return presetOf(preset).issuer?.parts.map(part => (
    <TextInput
      key={part}
      {...form.field(part)}
      label={t(`signInProviders.fields.${part}`)}
      description={part === 'issuer' && t('signInProviders.fields.issuerText')}
      placeholder={examples[part]}
      required
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  ))
}
