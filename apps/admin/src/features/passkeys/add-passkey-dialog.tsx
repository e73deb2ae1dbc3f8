import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CurrentPasswordField } from '@atrium/ui/forms/password-field'
import { Alert, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDeviceName } from '../../data/device.ts'
import { type MadePasskey, PasskeyProblem } from './make-passkey.ts'
import { useAddPasskey, useMakePasskey } from './passkey.queries.ts'

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
  const creation = useMakePasskey(userId)
  const form = useMutationForm({
    mutation: creation,
    initialValues: { currentPassword: '' },
    toInput: ({ currentPassword }) => currentPassword,
  })
  if (creation.data) return <NameForm userId={userId} passkey={creation.data} onClose={onClose} />
  return (
    <DialogForm form={form} submitLabel={t('security.passkeys.add.next')} onCancel={onClose}>
      <Text>{t(form.isPending ? 'security.passkeys.add.waiting' : 'security.passkeys.add.text')}</Text>
      {creation.error instanceof PasskeyProblem && (
        <Alert color="gray" role="status">
          {t(`security.passkeys.problems.${creation.error.kind}`)}
        </Alert>
      )}
      <CurrentPasswordField {...form.field('currentPassword')} data-autofocus />
    </DialogForm>
  )
}

interface NameFormProps {
  userId: number
  passkey: MadePasskey
  onClose: () => void
}

function NameForm({ userId, passkey, onClose }: NameFormProps) {
  const { t } = useTranslation()
  const device = useDeviceName(navigator.userAgent)
  const form = useMutationForm({
    mutation: useAddPasskey(userId),
    initialValues: { name: device },
    toInput: ({ name }) => ({ ...passkey, name }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('security.passkeys.add.done'))
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('security.passkeys.add.save')} onCancel={onClose}>
      <Text>{t('security.passkeys.add.created')}</Text>
      <PasskeyNameField {...form.field('name')} />
    </DialogForm>
  )
}

export function PasskeyNameField(props: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...props}
      label={t('security.passkeys.add.name')}
      required
      maxLength={60}
      autoComplete="off"
      autoFocus
      data-autofocus
    />
  )
}
