import type { User } from '@atrium/identity/users/user.contract'
import { DialogForm } from '@atrium/ui/dialog-form'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRenewRecoveryCodes } from './two-factor.queries.ts'

interface RenewCodesDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

export function RenewCodesDialog({ user, isOpen, onClose }: RenewCodesDialogProps) {
  const { t } = useTranslation()
  return (
    <CodesDialog title={t('security.twoFactor.renew.title')} isOpen={isOpen} onClose={onClose}>
      {({ hold, close }) => <Steps user={user} onRenewed={hold} onClose={close} />}
    </CodesDialog>
  )
}

interface StepsProps {
  user: User
  onRenewed: () => void
  onClose: () => void
}

function Steps({ user, onRenewed, onClose }: StepsProps) {
  const { t } = useTranslation()
  const { data, error, isPending, mutate, reset } = useRenewRecoveryCodes(user.id)
  if (data) return <RecoveryCodes email={user.email} codes={data} onClose={onClose} />
  return (
    <DialogForm
      submit={t('security.twoFactor.renew.confirm')}
      isPending={isPending}
      onChange={reset}
      onSubmit={form => mutate(String(form.get('code')), { onSuccess: onRenewed })}
      onCancel={onClose}
    >
      <Text>{t('security.twoFactor.renew.text')}</Text>
      <CodeField label={t('security.twoFactor.code')} error={error} autoFocus />
    </DialogForm>
  )
}
