import type { Branding } from '@atrium/core/branding.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, ColorInput, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AccentPreview } from './accent-preview.tsx'
import { useChangeBranding } from './branding.queries.ts'

const hintBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] } as {
  inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[]
}

/** Everything but the logo, which is a file. */
export function BrandingForm({ branding }: { branding: Branding }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    initialValues: valuesOf(branding),
    mutation: useChangeBranding(),
    toInput: inputOf,
    onSuccess: () => notifyOfSuccess(t('branding.saved')),
  })
  const { accentColor } = form.values
  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap="lg">
        <SectionCard title={t('branding.identity.title')} text={t('branding.identity.text')}>
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput
                {...form.field('name')}
                {...hintBelow}
                label={t('branding.identity.name')}
                description={t('branding.identity.nameHint')}
                maxLength={40}
              />
              <ColorInput
                {...form.field('accentColor')}
                {...hintBelow}
                label={t('branding.identity.accentColor')}
                description={t('branding.identity.accentColorHint')}
                placeholder="#3357e6"
                withEyeDropper={false}
                fixOnBlur={false}
              />
            </SimpleGrid>
            <AccentPreview color={accentColor} onChoose={color => form.change({ accentColor: color })} />
          </Stack>
        </SectionCard>
        <SectionCard title={t('branding.emails.title')} text={t('branding.emails.text')}>
          <Stack>
            <TextInput
              {...form.field('senderName')}
              {...hintBelow}
              label={t('branding.emails.senderName')}
              description={t('branding.emails.senderNameHint')}
              maxLength={80}
            />
            <TextInput
              {...form.field('emailFooter')}
              {...hintBelow}
              label={t('branding.emails.footer')}
              description={t('branding.emails.footerHint')}
              maxLength={300}
            />
            <TextInput
              {...form.field('emailFooterRu')}
              {...hintBelow}
              label={t('branding.emails.footerRu')}
              description={t('branding.emails.footerRuHint')}
              maxLength={300}
            />
          </Stack>
        </SectionCard>
        <SectionCard title={t('branding.links.title')} text={t('branding.links.text')}>
          <Stack>
            {(['terms', 'privacy', 'imprint'] as const).map(name => (
              <TextInput
                key={name}
                {...form.field(`${name}Url`)}
                type="url"
                label={t(`branding.links.${name}`)}
                placeholder={`https://example.org/${name}`}
                maxLength={500}
              />
            ))}
          </Stack>
        </SectionCard>
        <FormError message={form.error} />
        <Group justify="flex-end">
          <Button type="submit" loading={form.isPending}>
            {t('branding.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function valuesOf({ logo, ...branding }: Branding) {
  const values = Object.entries(branding).map(([field, value]) => [field, value ?? ''])
  return Object.fromEntries(values) as Record<Exclude<keyof Branding, 'logo'>, string>
}

/** An empty field restores what Atrium comes with. */
function inputOf(values: ReturnType<typeof valuesOf>) {
  const fields = Object.entries(values).map(([field, value]) => [field, value.trim() || null])
  return Object.fromEntries(fields) as Record<keyof typeof values, string | null>
}
