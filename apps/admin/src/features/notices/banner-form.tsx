import type { Banner } from '@atrium/core/notices.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Badge, Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRemoveBanner, useSetBanner } from './notice.queries.ts'

interface Values {
  kind: Banner['kind']
  text: string
  textRu: string
  /** The end of the announcement as a local time, which is what a `datetime-local` input holds. */
  endsAt: string
}

/** Publishes an announcement to everyone, replaces it, and removes it. */
export function BannerForm({ banner }: { banner: Banner | null }) {
  const { t } = useTranslation()
  const remove = useRemoveBanner()
  const form = useMutationForm({
    initialValues: valuesOf(banner),
    mutation: useSetBanner(),
    toInput: ({ kind, text, textRu, endsAt }: Values) => ({
      kind,
      text: text.trim(),
      textRu: textRu.trim() || null,
      endsAt: endsAt ? new Date(endsAt).toISOString() : null,
    }),
    onSuccess: () => notifyOfSuccess(t('notices.banner.published')),
  })
  const takeDown = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        form.change(valuesOf(null))
        notifyOfSuccess(t('notices.banner.removed'))
      },
    })
  return (
    <SectionCard
      title={t('notices.banner.title')}
      text={t('notices.banner.text')}
      aside={
        <Badge color={banner ? 'teal' : 'gray'} size="lg" tt="none">
          {banner ? t('notices.banner.isShown') : t('notices.banner.none')}
        </Badge>
      }
    >
      <form onSubmit={form.onSubmit}>
        <Stack>
          <FormError message={form.error} />
          <TextInput {...form.field('text')} label={t('notices.banner.message')} maxLength={500} required />
          <TextInput
            {...form.field('textRu')}
            label={t('notices.banner.messageRu')}
            description={t('notices.banner.messageRuHint')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={500}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NativeSelect
              {...form.field('kind')}
              label={t('notices.banner.kind')}
              data={[
                { value: 'info', label: t('notices.banner.kinds.info') },
                { value: 'warning', label: t('notices.banner.kinds.warning') },
              ]}
            />
            <TextInput
              {...form.field('endsAt')}
              type="datetime-local"
              label={t('notices.banner.endsAt')}
              description={t('notices.banner.endsAtHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          </SimpleGrid>
          <Group justify="flex-end" gap="sm">
            {banner && (
              <Button variant="default" loading={remove.isPending} onClick={takeDown}>
                {t('notices.banner.remove')}
              </Button>
            )}
            <Button type="submit" loading={form.isPending}>
              {t('notices.banner.publish')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  )
}

function valuesOf(banner: Banner | null): Values {
  return {
    kind: banner?.kind ?? 'info',
    text: banner?.text ?? '',
    textRu: banner?.textRu ?? '',
    endsAt: banner?.endsAt ? localTime(new Date(banner.endsAt)) : '',
  }
}

function localTime(moment: Date) {
  const offset = moment.getTimezoneOffset() * 60_000
  return new Date(moment.getTime() - offset).toISOString().slice(0, 16)
}
