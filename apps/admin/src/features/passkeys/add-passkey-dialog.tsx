import { Dialog } from '@atrium/ui/dialog'
import { DialogForm } from '@atrium/ui/dialog-form'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { CurrentPasswordField } from '@atrium/ui/password-field'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDeviceName } from '../../data/device-name.ts'
import { type MadePasskey, PasskeyProblem } from './make-passkey.ts'
import { useAddPasskey, useMakePasskey } from './passkey.queries.ts'
import { PasskeyNameField } from './passkey-name-field.tsx'

interface AddPasskeyDialogProps {
  userId: number
  isOpen: boolean
  onClose: () => void
}

export function AddPasskeyDialog({ userId, isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('security.passkeys.add.title')} isOpen={isOpen} onClose={onClose}>
      <Steps userId={userId} onClose={onClose} />
    </Dialog>
  )
}

/** The password, then the browser's own questions, then a name. */
function Steps({ userId, onClose }: Omit<AddPasskeyDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const make = useMakePasskey(userId)
  const { fields, rest } = formErrors(make.error, ['currentPassword'])
  if (make.data) return <NameIt userId={userId} made={make.data} onClose={onClose} />
  return (
    <DialogForm
      submit={t('security.passkeys.add.next')}
      isPending={make.isPending}
      errors={rest}
      onChange={make.reset}
      onSubmit={form => make.mutate(String(form.get('currentPassword')))}
      onCancel={onClose}
    >
      <Text>{t(make.isPending ? 'security.passkeys.add.waiting' : 'security.passkeys.add.text')}</Text>
      {make.error instanceof PasskeyProblem && (
        <Alert color="gray" role="status">
          {t(`security.passkeys.problems.${make.error.kind}`)}
        </Alert>
      )}
      <CurrentPasswordField error={fields.currentPassword} data-autofocus />
    </DialogForm>
  )
}

interface NameItProps {
  userId: number
  made: MadePasskey
  onClose: () => void
}

function NameIt({ userId, made, onClose }: NameItProps) {
  const { t } = useTranslation()
  const device = useDeviceName(navigator.userAgent)
  const { mutate, error, isPending, reset } = useAddPasskey(userId)
  const { fields, rest } = formErrors(error, ['name'])
  const done = () => {
    onClose()
    notifyOfSuccess(t('security.passkeys.add.done'))
  }
  return (
    <DialogForm
      submit={t('security.passkeys.add.save')}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={form => mutate({ ...made, name: String(form.get('name')) }, { onSuccess: done })}
      onCancel={onClose}
    >
      <Text>{t('security.passkeys.add.made')}</Text>
      <PasskeyNameField name={device} error={fields.name} />
    </DialogForm>
  )
}
