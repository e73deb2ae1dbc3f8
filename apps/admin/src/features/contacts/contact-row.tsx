import type { Contact } from '@atrium/identity/users/user-contact.contract'
import { RecordRow } from '@atrium/ui/record-row'
import { Anchor, Badge, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { contactAddress, contactIcons } from './contact-types.ts'

interface ContactRowProps {
  contact: Contact
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function ContactRow({ contact, onEdit, onDelete }: ContactRowProps) {
  const { t } = useTranslation()
  const { type, value, label, isPrimary } = contact
  const Icon = contactIcons[type]
  const address = contactAddress(contact)
  return (
    <RecordRow
      mark={
        <ThemeIcon variant="light" color="gray" size={36} radius="md" aria-hidden="true">
          <Icon size={20} stroke={1.75} />
        </ThemeIcon>
      }
      name={
        address ? (
          <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
            {value}
          </Anchor>
        ) : (
          value
        )
      }
      facts={isPrimary && <Badge>{t('contacts.contacts.primary')}</Badge>}
      text={[t(`contacts.contacts.types.${type}`), label].filter(Boolean).join(' · ')}
      editLabel={t('contacts.contacts.edit', { value })}
      onEdit={onEdit}
      deleteLabel={t('contacts.contacts.delete', { value })}
      onDelete={onDelete}
    />
  )
}
