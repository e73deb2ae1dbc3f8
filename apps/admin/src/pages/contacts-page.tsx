import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { Contacts } from '../features/contacts/contacts.tsx'
import { Educations } from '../features/educations/educations.tsx'
import { PageFrame } from './page-frame.tsx'

export function ContactsPage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <PageFrame title={t('navigation.contacts')} lead={t('contacts.lead')}>
      {user && (
        <>
          <Contacts userId={user.id} mayChange />
          <Educations userId={user.id} mayChange />
        </>
      )}
    </PageFrame>
  )
}
