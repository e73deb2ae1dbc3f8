import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialog'
import { DialogForm } from '@atrium/ui/dialog-form'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { CurrentPasswordField, PasswordField } from '@atrium/ui/password-field'
import { Alert, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeCredentials } from './credentials.queries.ts'

// It brings dictionaries of common passwords and words along.
const PasswordMeter = lazy(async () => ({ default: (await import('./password-meter.tsx')).PasswordMeter }))

interface ChangePasswordDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

export function ChangePasswordDialog({ user, isOpen, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('security.password.change')} isOpen={isOpen} onClose={onClose}>
      <ChangeForm user={user} onClose={onClose} />
    </Dialog>
  )
}

function ChangeForm({ user, onClose }: Pick<ChangePasswordDialogProps, 'user' | 'onClose'>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate, error, isPending, reset } = useChangeCredentials(user.id)
  const { fields, rest } = formErrors(error, ['password', 'currentPassword'])
  const done = () => {
    onClose()
    notifyOfSuccess(t('security.password.changed'))
    void queryClient.invalidateQueries({ queryKey: ['sessions', user.id] })
  }
  const submit = (form: FormData) => {
    const { password, currentPassword } = Object.fromEntries(form) as Record<string, string>
    mutate({ password, currentPassword }, { onSuccess: done })
  }
  return (
    <DialogForm
      submit={t('security.password.change')}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Alert color="gray">{t('security.password.ends')}</Alert>
      {/* Tells a password manager whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <CurrentPasswordField error={fields.currentPassword} data-autofocus />
      <NewPassword user={user} error={fields.password} />
    </DialogForm>
  )
}

function NewPassword({ user, error }: { user: User; error: string | undefined }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const measured = useDeferredValue(password)
  return (
    <Stack gap="xs">
      <PasswordField
        name="password"
        label={t('security.password.new')}
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        error={error}
        value={password}
        onChange={event => setPassword(event.currentTarget.value)}
      />
      {measured && (
        <Suspense>
          <PasswordMeter password={measured} user={user} />
        </Suspense>
      )}
    </Stack>
  )
}
