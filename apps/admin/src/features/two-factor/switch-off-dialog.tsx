import { hasStatus } from '@atrium/client/api-error'
import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialog'
import { DialogForm } from '@atrium/ui/dialog-form'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { CurrentPasswordField } from '@atrium/ui/password-field'
import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from './code-field.tsx'
import { useSwitchTwoFactorOff } from './two-factor.queries.ts'

interface SwitchOffDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

export function SwitchOffDialog({ user, isOpen, onClose }: SwitchOffDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('security.twoFactor.switchOff.title')} isOpen={isOpen} onClose={onClose}>
      <SwitchOff userId={user.id} onClose={onClose} />
    </Dialog>
  )
}

function SwitchOff({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSwitchTwoFactorOff(userId)
  const [proof, setProof] = useState<'currentPassword' | 'code'>('currentPassword')
  const { fields } = formErrors(error, ['currentPassword'])
  const done = () => {
    onClose()
    notifyOfSuccess(t('security.twoFactor.switchOff.done'))
  }
  return (
    <DialogForm
      submit={t('security.twoFactor.switchOff.confirm')}
      isDangerous
      isPending={isPending}
      errors={hasStatus(error, 409) ? [t('security.twoFactor.switchOff.needed')] : []}
      onChange={reset}
      onSubmit={form => mutate({ [proof]: String(form.get(proof)) }, { onSuccess: done })}
      onCancel={onClose}
    >
      <Text>{t('security.twoFactor.switchOff.text')}</Text>
      <SegmentedControl
        aria-label={t('security.twoFactor.switchOff.with')}
        value={proof}
        onChange={setProof}
        data={[
          { value: 'currentPassword', label: t('security.twoFactor.switchOff.password') },
          { value: 'code', label: t('security.twoFactor.switchOff.code') },
        ]}
      />
      {proof === 'code' ? (
        <CodeField label={t('security.twoFactor.code')} error={error} />
      ) : (
        <CurrentPasswordField error={fields.currentPassword} />
      )}
    </DialogForm>
  )
}
