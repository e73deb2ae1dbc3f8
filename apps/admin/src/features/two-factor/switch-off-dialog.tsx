import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CurrentPasswordField } from '@atrium/ui/forms/password-field'
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
      <SwitchOffForm userId={user.id} onClose={onClose} />
    </Dialog>
  )
}

function SwitchOffForm({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const [proof, setProof] = useState<'currentPassword' | 'code'>('currentPassword')
  const form = useMutationForm({
    mutation: useSwitchTwoFactorOff(userId),
    initialValues: { currentPassword: '', code: '' },
    toInput: values => ({ [proof]: values[proof] }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('security.twoFactor.switchOff.done'))
    },
    explain: { conflict: t('security.twoFactor.switchOff.needed') },
  })
  return (
    <DialogForm
      form={form}
      submitLabel={t('security.twoFactor.switchOff.confirm')}
      isDangerous
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
        <CodeField {...form.field('code')} label={t('security.twoFactor.code')} />
      ) : (
        <CurrentPasswordField {...form.field('currentPassword')} />
      )}
    </DialogForm>
  )
}
