import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { ProfileHeader } from '../features/profile/profile-header.tsx'
import { PageFrame } from './page-frame.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  const { data: user } = useQuery(currentUserQuery)
  return (
    <PageFrame title={t('navigation.profile')} lead={t('profile.lead')}>
      {user && (
        <>
          <ProfileHeader user={user} />
          <ProfileForm user={user} mayChange />
        </>
      )}
    </PageFrame>
  )
}
