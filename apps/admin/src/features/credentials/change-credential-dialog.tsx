import { hasStatus } from '@atrium/client/api-error'
import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialog'
import { DialogForm } from '@atrium/ui/dialog-form'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { CurrentPasswordField } from '@atrium/ui/password-field'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChangeCredentials } from './credentials.queries.ts'

export type Credential = 'email' | 'phone'

const inputs = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { type: 'tel', autoComplete: 'tel', maxLength: 40 },
} as const

interface ChangeCredentialDialogProps {
  user: User
  credential: Credential
  isOpen: boolean
  onClose: () => void
}

export function ChangeCredentialDialog({ user, credential, isOpen, onClose }: ChangeCredentialDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t(`security.credentials.changeOf.${credential}`)} isOpen={isOpen} onClose={onClose}>
      <ChangeForm userId={user.id} credential={credential} onClose={onClose} />
    </Dialog>
  )
}

interface ChangeFormProps {
  userId: number
  credential: Credential
  onClose: () => void
}

function ChangeForm({ userId, credential, onClose }: ChangeFormProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useChangeCredentials(userId)
  const { fields, rest } = formErrors(error, [credential, 'currentPassword'])
  const submit = (form: FormData) =>
    mutate(
      {
        [credential]: String(form.get(credential)).trim(),
        currentPassword: String(form.get('currentPassword')),
      },
      {
        onSuccess: () => {
          onClose()
          notifyOfSuccess(t(`security.credentials.changed.${credential}`))
        },
      },
    )
  return (
    <DialogForm
      submit={t('security.credentials.change')}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        {...inputs[credential]}
        name={credential}
        label={t(`security.credentials.newValue.${credential}`)}
        description={t(`security.credentials.hint.${credential}`)}
        error={hasStatus(error, 409) ? t(`security.credentials.taken.${credential}`) : fields[credential]}
        required
        data-autofocus
      />
      <CurrentPasswordField error={fields.currentPassword} />
    </DialogForm>
  )
}
