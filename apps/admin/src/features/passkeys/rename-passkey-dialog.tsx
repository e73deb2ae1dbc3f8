import type { Passkey } from '@atrium/identity/sign-in/passkey.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { useTranslation } from 'react-i18next'
import { useRenamePasskey } from './passkey.queries.ts'
import { PasskeyNameField } from './passkey-name-field.tsx'

interface RenamePasskeyDialogProps {
  userId: number
  passkey: Passkey
  isOpen: boolean
  onClose: () => void
}

export function RenamePasskeyDialog({ userId, passkey, isOpen, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useRenamePasskey(userId)
  const { fields, rest } = formErrors(error, ['name'])
  const close = () => {
    reset()
    onClose()
  }
  const done = () => {
    close()
    notifyOfSuccess(t('security.passkeys.rename.done'))
  }
  return (
    <RecordDialog
      title={t('security.passkeys.rename.title')}
      isOpen={isOpen}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={form => mutate({ id: passkey.id, name: String(form.get('name')) }, { onSuccess: done })}
      onClose={close}
    >
      <PasskeyNameField name={passkey.name} error={fields.name} />
    </RecordDialog>
  )
}
