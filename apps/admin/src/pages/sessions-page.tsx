import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { Sessions } from '../features/sessions/sessions.tsx'
import { PageFrame } from './page-frame.tsx'

export function SessionsPage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <PageFrame title={t('navigation.sessions')} lead={t('sessions.lead')}>
      {user && <Sessions userId={user.id} />}
    </PageFrame>
  )
}
