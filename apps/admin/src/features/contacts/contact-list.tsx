import type { Contact } from '@atrium/identity/users/user-contact.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { EmptyState } from '@atrium/ui/empty-state'
import { IconAddressBook } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordRows } from '@atrium/ui/record-rows'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteContact } from './contact.queries.ts'
import { ContactRow } from './contact-row.tsx'

interface ContactListProps {
  userId: number
  contacts: Contact[]
  mayChange: boolean
  onEdit: (contact: Contact) => void
}

export function ContactList({ userId, contacts, mayChange, onEdit }: ContactListProps) {
  const { t } = useTranslation()
  const deletion = useDeleteContact(userId)
  const [doomed, setDoomed] = useState<Contact>()
  const confirmDeletion = ({ id }: Contact) =>
    deletion.mutate(id, {
      onSuccess: () => notifyOfSuccess(t('contacts.contacts.deleted')),
      onSettled: () => setDoomed(undefined),
    })
  return (
    <>
      {contacts.length === 0 ? (
        <EmptyState
          order={3}
          icon={<IconAddressBook stroke={1.5} />}
          title={t('contacts.contacts.empty.title')}
          text={t('contacts.contacts.empty.text')}
        />
      ) : (
        <RecordRows label={t('contacts.contacts.title')}>
          {contacts.map(contact => (
            <ContactRow
              key={contact.id}
              contact={contact}
              onEdit={mayChange ? () => onEdit(contact) : undefined}
              onDelete={mayChange ? () => setDoomed(contact) : undefined}
            />
          ))}
        </RecordRows>
      )}
      <ConfirmDialog
        title={t('contacts.contacts.deleteTitle')}
        text={t('contacts.contacts.deleteText', { value: doomed?.value ?? '' })}
        action={t('contacts.contacts.deleteAction')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && confirmDeletion(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}
