import type { Contact } from '@atrium/identity/users/user-contact.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconAddressBook } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Anchor, Badge, Checkbox, Select, TextInput, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactsQuery, useDeleteContact, useSaveContact } from './contact.queries.ts'
import { contactAddress, contactIcons, contactTypes } from './contact-types.ts'

/** How a user can be reached: your own contacts, or those of a user whom you manage. */
export function Contacts({ userId, mayChange }: { userId: number; mayChange: boolean }) {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(contactsQuery(userId))}
      title={t('contacts.contacts.title')}
      text={t('contacts.contacts.text')}
      createLabel={mayChange ? t('contacts.contacts.add') : undefined}
      row={contact => ({
        mark: <ContactMark contact={contact} />,
        name: <ContactValue contact={contact} />,
        facts: contact.isPrimary && <Badge>{t('contacts.contacts.primary')}</Badge>,
        text: [t(`contacts.contacts.types.${contact.type}`), contact.label].filter(Boolean).join(' · '),
        editLabel: t('contacts.contacts.edit', { value: contact.value }),
        deleteLabel: t('contacts.contacts.delete', { value: contact.value }),
        mayEdit: mayChange,
        mayDelete: mayChange,
      })}
      form={(contact, close) => <ContactForm userId={userId} contact={contact} onClose={close} />}
      deletion={{
        mutation: useDeleteContact(userId),
        question: ({ value }) => ({
          title: t('contacts.contacts.deleteTitle'),
          text: t('contacts.contacts.deleteText', { value }),
          action: t('contacts.contacts.deleteAction'),
        }),
        doneMessage: () => t('contacts.contacts.deleted'),
      }}
      empty={
        <EmptyState
          order={3}
          icon={IconAddressBook}
          title={t('contacts.contacts.empty.title')}
          text={t('contacts.contacts.empty.text')}
        />
      }
    />
  )
}

function ContactMark({ contact }: { contact: Contact }) {
  const Icon = contactIcons[contact.type]
  return (
    <ThemeIcon variant="light" color="gray" size={36} radius="md" aria-hidden="true">
      <Icon size={20} stroke={1.75} />
    </ThemeIcon>
  )
}

function ContactValue({ contact }: { contact: Contact }) {
  const address = contactAddress(contact)
  if (!address) return contact.value
  return (
    <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
      {contact.value}
    </Anchor>
  )
}

interface ContactFormProps {
  userId: number
  contact: Contact | undefined
  onClose: () => void
}

function ContactForm({ userId, contact, onClose }: ContactFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSaveContact(userId),
    initialValues: {
      type: contact?.type ?? 'phone',
      value: contact?.value ?? '',
      label: contact?.label ?? '',
      isPrimary: contact?.isPrimary ?? false,
    },
    toInput: ({ label, ...values }) => ({ id: contact?.id, ...values, label: label.trim() || null }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('contacts.contacts.saved'))
    },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <Select
        {...form.field('type')}
        label={t('contacts.contacts.type')}
        data={contactTypes.map(value => ({ value, label: t(`contacts.contacts.types.${value}`) }))}
        allowDeselect={false}
      />
      <TextInput
        {...form.field('value')}
        label={t('contacts.contacts.value')}
        description={t(`contacts.contacts.formats.${form.values.type}`)}
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        {...form.field('label')}
        label={t('contacts.contacts.label')}
        description={t('contacts.contacts.labelText')}
        maxLength={100}
        autoComplete="off"
      />
      <Checkbox {...form.toggle('isPrimary')} label={t('contacts.contacts.isPrimary')} />
    </DialogForm>
  )
}
