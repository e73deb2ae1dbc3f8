import type { Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { Button, ColorInput, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCreateSticker } from './sticker.queries.ts'

// Data, not theme: a sticker looks the same in both colour schemes.
const colors = ['#2f80ed', '#27ae60', '#f2994a', '#eb5757', '#9b51e0', '#56ccf2', '#f2c94c', '#828282']

interface NewStickerFormProps {
  projectId: number
  onMade: (sticker: Sticker) => void
}

export function NewStickerForm({ projectId, onMade }: NewStickerFormProps) {
  const { t } = useTranslation()
  const [color, setColor] = useState(colors[0] ?? '')
  const { mutate, error, isPending, reset } = useCreateSticker(projectId)
  const errors = formErrors(error, ['name', 'color'])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name')).trim()
    mutate(
      { name, color },
      {
        onSuccess: sticker => {
          form.reset()
          onMade(sticker)
        },
      },
    )
  }
  return (
    <form onSubmit={submit} onChange={reset}>
      <TextInput
        name="name"
        label={t('tasks.stickers.new')}
        error={errors.fields.name ?? errors.rest[0]}
        required
        withAsterisk={false}
        maxLength={50}
        autoComplete="off"
      />
      <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
        <ColorInput
          flex={1}
          aria-label={t('tasks.stickers.color')}
          value={color}
          onChange={setColor}
          swatches={colors}
          error={errors.fields.color}
          withEyeDropper={false}
        />
        <Button type="submit" loading={isPending}>
          {t('actions.create')}
        </Button>
      </Group>
    </form>
  )
}
