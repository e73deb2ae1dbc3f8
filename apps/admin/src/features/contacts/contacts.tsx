import type { Contact } from '@atrium/identity/users/user-contact.contract'
import { ErrorState } from '@atrium/ui/error-state'
import { IconPlus } from '@atrium/ui/icons'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { SectionCard } from '@atrium/ui/section-card'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactsQuery } from './contact.queries.ts'
import { ContactDialog } from './contact-dialog.tsx'
import { ContactList } from './contact-list.tsx'

interface ContactsProps {
  userId: number
  mayChange: boolean
}

/** How a user can be reached; their own, or those of a user whom one looks after. */
export function Contacts({ userId, mayChange }: ContactsProps) {
  const { t } = useTranslation()
  const { data: contacts, error, isFetching, refetch } = useQuery(contactsQuery(userId))
  const [edited, setEdited] = useState<Contact | 'new'>()
  const add = mayChange && (
    <Button variant="light" leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('contacts.contacts.add')}
    </Button>
  )
  return (
    <SectionCard title={t('contacts.contacts.title')} text={t('contacts.contacts.text')} aside={add}>
      {!contacts && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!contacts && !error && <RowsSkeleton />}
      {contacts && (
        <ContactList userId={userId} contacts={contacts} mayChange={mayChange} onEdit={setEdited} />
      )}
      <ContactDialog userId={userId} contact={edited} onClose={() => setEdited(undefined)} />
    </SectionCard>
  )
}
