import type { Webhook } from '@atrium/webhooks/webhook.contract'
import { MultiSelect, Select, Switch, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notifyOfSuccess } from '../feedback/notifications.tsx'
import { DialogForm, useMutationForm } from '../forms/form.tsx'
import { typeChoices, type WebhookSource } from './webhook-source.ts'

const formats = ['standard', 'slack', 'telegram', 'matrix', 'ntfy'] as const

const examples: Record<Webhook['format'], string> = {
  standard: 'https://example.org/hooks/atrium',
  slack: 'https://hooks.slack.com/services/…',
  telegram: 'https://api.telegram.org/bot…/sendMessage?chat_id=…',
  matrix: 'https://matrix.example.org/_matrix/client/v3/rooms/!…/send/m.room.message?access_token=…',
  ntfy: 'https://ntfy.sh/my-topic',
}

interface WebhookFormProps {
  webhook: Webhook | undefined
  source: WebhookSource
  /** With the secret, which is shown once. */
  onCreated: (secret: string) => void
  onClose: () => void
}

export function WebhookForm({ webhook, source, onCreated, onClose }: WebhookFormProps) {
  const { t } = useTranslation('ui')
  const form = useMutationForm({
    mutation: source.save,
    initialValues: {
      url: webhook?.url ?? '',
      types: webhook?.types ?? ([] as string[]),
      format: webhook?.format ?? ('standard' as Webhook['format']),
      isEnabled: webhook?.isEnabled ?? true,
    },
    toInput: values => ({ ...values, id: webhook?.id, url: values.url.trim() }),
    onSuccess: ({ item }) => {
      onClose()
      // A chat does not verify signatures, so its secret is of no use.
      if (item.secret && item.format === 'standard') onCreated(item.secret)
      else notifyOfSuccess(t('webhooks.saved', { name: new URL(item.url).host }))
    },
  })
  const { format } = form.values
  return (
    <DialogForm form={form} submitLabel={webhook ? undefined : t('webhooks.create')} onCancel={onClose}>
      <Select
        {...form.field('format')}
        label={t('webhooks.fields.format')}
        description={t(`webhooks.hints.${format}`)}
        data={formats.map(value => ({ value, label: t(`webhooks.formats.${value}`) }))}
        allowDeselect={false}
        data-autofocus
      />
      <TextInput
        {...form.field('url')}
        label={t('webhooks.fields.url')}
        placeholder={examples[format]}
        required
        maxLength={2000}
        type="url"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
      />
      <MultiSelect
        {...form.field('types')}
        label={t('webhooks.fields.types')}
        description={t('webhooks.fields.typesText')}
        data={typeChoices(source.types)}
        searchable
        required
        hidePickedOptions
      />
      {format !== 'standard' && (
        <Text size="sm" c="dimmed">
          {t('webhooks.privacy')}
        </Text>
      )}
      <Switch {...form.toggle('isEnabled')} label={t('webhooks.fields.isEnabled')} />
    </DialogForm>
  )
}
