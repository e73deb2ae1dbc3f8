import { hasStatus } from '@atrium/client/api-error'
import type { Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { FormDataDialog } from '@atrium/ui/form-data-dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { ColorInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSaveSticker } from './sticker.queries.ts'
import { swatches } from './swatches.ts'

interface StickerDialogProps {
  sticker: Sticker | 'new' | undefined
  onClose: () => void
}

export function StickerDialog({ sticker, onClose }: StickerDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSaveSticker()
  const existing = sticker === 'new' ? undefined : sticker
  const { fields, rest } = formErrors(error, ['name', 'color', 'icon'])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const fields = {
      name: String(form.get('name')),
      color: String(form.get('color')),
      icon: String(form.get('icon')).trim() || null,
    }
    const onSuccess = () => {
      close()
      notifyOfSuccess(t('administration.stickers.saved'))
    }
    mutate({ id: existing?.id, ...fields }, { onSuccess })
  }
  return (
    <FormDataDialog
      title={
        existing
          ? t('administration.stickers.edit', { name: existing.name })
          : t('administration.stickers.create')
      }
      isOpen={sticker !== undefined}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <TextInput
        name="name"
        label={t('administration.stickers.name')}
        defaultValue={existing?.name}
        error={hasStatus(error, 409) ? t('administration.stickers.taken') : fields.name}
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      <ColorInput
        name="color"
        label={t('administration.stickers.color')}
        defaultValue={existing?.color ?? swatches[5]}
        error={fields.color}
        swatches={swatches}
        format="hex"
        withEyeDropper={false}
        required
      />
      <TextInput
        name="icon"
        label={t('administration.stickers.icon')}
        description={t('administration.stickers.iconText')}
        defaultValue={existing?.icon ?? ''}
        error={fields.icon}
        maxLength={50}
        autoComplete="off"
      />
    </FormDataDialog>
  )
}
