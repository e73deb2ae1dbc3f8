import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { useMutationForm } from '@atrium/ui/forms/form'
import { Button, ColorInput, Group, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCreateSticker } from './sticker.queries.ts'

// Data, not theme: a sticker has the same color in both color schemes.
const colors = ['#2f80ed', '#27ae60', '#f2994a', '#eb5757', '#9b51e0', '#56ccf2', '#f2c94c', '#828282']

interface NewStickerFormProps {
  projectId: number
  onCreated: (sticker: Sticker) => void
}

export function NewStickerForm({ projectId, onCreated }: NewStickerFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateSticker(projectId),
    initialValues: { name: '', color: colors[0] ?? '' },
    toInput: ({ name, color }) => ({ name: name.trim(), color }),
    onSuccess: sticker => {
      form.change({ name: '' })
      onCreated(sticker)
    },
  })
  const name = form.field('name')
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput
        {...name}
        label={t('tasks.stickers.new')}
        error={name.error ?? form.error}
        required
        withAsterisk={false}
        maxLength={50}
        autoComplete="off"
      />
      <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
        <ColorInput
          {...form.field('color')}
          flex={1}
          aria-label={t('tasks.stickers.color')}
          swatches={colors}
          withEyeDropper={false}
        />
        <Button type="submit" loading={form.isPending}>
          {t('actions.create')}
        </Button>
      </Group>
    </form>
  )
}
