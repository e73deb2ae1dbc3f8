import type { Contact, ContactType } from '@atrium/identity/users/user-contact.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { useTranslation } from 'react-i18next'
import { useSaveContact } from './contact.queries.ts'
import { ContactFormFields } from './contact-form-fields.tsx'

interface ContactDialogProps {
  userId: number
  contact: Contact | 'new' | undefined
  onClose: () => void
}

export function ContactDialog({ userId, contact, onClose }: ContactDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSaveContact(userId)
  const existing = contact === 'new' ? undefined : contact
  const errors = formErrors(error, ['type', 'value', 'label', 'isPrimary'])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const fields = {
      type: form.get('type') as ContactType,
      value: String(form.get('value')),
      label: String(form.get('label')).trim() || null,
      isPrimary: form.has('isPrimary'),
    }
    const onSuccess = () => {
      close()
      notifyOfSuccess(t('contacts.contacts.saved'))
    }
    mutate({ id: existing?.id, ...fields }, { onSuccess })
  }
  return (
    <RecordDialog
      title={existing ? t('contacts.contacts.edit', { value: existing.value }) : t('contacts.contacts.add')}
      isOpen={contact !== undefined}
      isPending={isPending}
      errors={errors.rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <ContactFormFields contact={existing} errors={errors.fields} />
    </RecordDialog>
  )
}
