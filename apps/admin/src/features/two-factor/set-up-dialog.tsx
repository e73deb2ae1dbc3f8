import type { User } from '@atrium/identity/users/user.contract'
import { DialogForm } from '@atrium/ui/dialog-form'
import { formErrors } from '@atrium/ui/form-errors'
import { CurrentPasswordField } from '@atrium/ui/password-field'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodesDialog } from './codes-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ScanKey } from './scan-key.tsx'
import { useConfirmTwoFactor, useStartTwoFactor } from './two-factor.queries.ts'

interface SetUpDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

export function SetUpDialog({ user, isOpen, onClose }: SetUpDialogProps) {
  const { t } = useTranslation()
  return (
    <CodesDialog title={t('security.twoFactor.setUp.title')} isOpen={isOpen} onClose={onClose}>
      {({ hold, close }) => <Steps user={user} onOn={hold} onClose={close} />}
    </CodesDialog>
  )
}

interface StepsProps {
  user: User
  onOn: () => void
  onClose: () => void
}

/** The password, the key with a code of it, the recovery codes. */
function Steps({ user, onOn, onClose }: StepsProps) {
  const start = useStartTwoFactor(user.id)
  const confirm = useConfirmTwoFactor(user.id)
  if (confirm.data) return <RecoveryCodes email={user.email} codes={confirm.data} onClose={onClose} />
  if (start.data) {
    return (
      <ScanKey
        twoFactorKey={start.data}
        error={confirm.error}
        isPending={confirm.isPending}
        onChange={confirm.reset}
        onConfirm={code => confirm.mutate(code, { onSuccess: onOn })}
        onCancel={onClose}
      />
    )
  }
  return <AskPassword start={start} onCancel={onClose} />
}

interface AskPasswordProps {
  start: ReturnType<typeof useStartTwoFactor>
  onCancel: () => void
}

function AskPassword({ start, onCancel }: AskPasswordProps) {
  const { t } = useTranslation()
  const { fields, rest } = formErrors(start.error, ['currentPassword'])
  return (
    <DialogForm
      submit={t('security.twoFactor.setUp.next')}
      isPending={start.isPending}
      errors={rest}
      onChange={start.reset}
      onSubmit={form => start.mutate(String(form.get('currentPassword')))}
      onCancel={onCancel}
    >
      <Text>{t('security.twoFactor.setUp.password')}</Text>
      <CurrentPasswordField error={fields.currentPassword} data-autofocus />
    </DialogForm>
  )
}
