import type { Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { Button, ColorInput, Group, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FormAlert } from './form-alert.tsx'
import { useSaveSticker } from './sticker.queries.ts'

// Data of the user, not of the theme: they look the same in both colour schemes.
const swatches = [
  '#e03131',
  '#e8590c',
  '#f08c00',
  '#2f9e44',
  '#0c8599',
  '#1971c2',
  '#6741d9',
  '#c2255c',
  '#5c940d',
  '#495057',
]

interface StickerDialogProps {
  projectId: number
  sticker: Sticker | 'new' | undefined
  onClose: () => void
}

export function StickerDialog({ projectId, sticker, onClose }: StickerDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSaveSticker(projectId, t('projects.stickers.taken'))
  const existing = sticker === 'new' ? undefined : sticker
  const errors = formErrors(error, ['name', 'color'])
  const close = () => {
    reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const fields = { name: String(form.get('name')).trim(), color: String(form.get('color')) }
    mutate({ id: existing?.id, ...fields }, { onSuccess: close })
  }
  return (
    <Dialog
      title={t(existing ? 'projects.stickers.change' : 'projects.stickers.create')}
      isOpen={sticker !== undefined}
      onClose={close}
    >
      <form onSubmit={submit} onChange={error ? reset : undefined}>
        <Stack>
          <FormAlert messages={errors.rest} />
          <TextInput
            name="name"
            label={t('projects.create.name')}
            defaultValue={existing?.name}
            error={errors.fields.name}
            required
            maxLength={50}
            autoComplete="off"
            data-autofocus
          />
          <ColorInput
            name="color"
            label={t('projects.stickers.color')}
            defaultValue={existing?.color ?? swatches[5]}
            error={errors.fields.color}
            swatches={swatches}
            format="hex"
            withEyeDropper={false}
            required
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" loading={isPending}>
              {t(existing ? 'actions.save' : 'actions.create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
