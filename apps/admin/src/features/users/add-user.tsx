import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess, showNotice } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconUserPlus } from '@atrium/ui/icons'
import { Button, Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useAddUser } from './user.queries.ts'

interface AddUserProps {
  onAdded: (userId: number) => void
}

export function AddUser({ onAdded, isOpenAtFirst = false }: AddUserProps & { isOpenAtFirst?: boolean }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure(isOpenAtFirst)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} stroke={1.75} />} onClick={open}>
        {t('users.add.open')}
      </Button>
      <Dialog title={t('users.add.title')} isOpen={isOpen} onClose={close}>
        <AddUserForm onAdded={onAdded} onClose={close} />
      </Dialog>
    </>
  )
}

function AddUserForm({ onAdded, onClose }: AddUserProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useAddUser(),
    initialValues: { name: '', surname: '', email: '', phone: '' },
    toInput: ({ name, surname, email, phone }) => ({
      name: name.trim(),
      surname: surname.trim(),
      email: email.trim(),
      phone: phone.trim(),
    }),
    onSuccess: ({ user, isEmailSent }) => {
      const name = fullName(user)
      if (isEmailSent) notifyOfSuccess(t('users.add.done', { name, email: user.email }))
      else showNotice({ color: 'amber', message: t('users.add.emailNotSent', { name }) })
      onClose()
      onAdded(user.id)
    },
    explain: { conflict: { email: t('users.add.taken.email'), phone: t('users.add.taken.phone') } },
  })
  const field = (name: 'name' | 'surname' | 'email' | 'phone') => ({
    ...form.field(name),
    label: t(`users.fields.${name}`),
    required: true,
    autoComplete: 'off',
  })
  return (
    <DialogForm form={form} submitLabel={t('users.add.submit')} onCancel={onClose}>
      <Text size="sm" c="dimmed">
        {t('users.add.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('name')} maxLength={100} data-autofocus />
        <TextInput {...field('surname')} maxLength={100} />
      </SimpleGrid>
      <TextInput {...field('email')} type="email" maxLength={254} />
      <TextInput {...field('phone')} type="tel" maxLength={40} placeholder="+1 202 555 0101" />
      <Checkbox name="consent" label={t('users.add.consent')} required />
    </DialogForm>
  )
}
