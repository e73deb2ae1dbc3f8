import { useTranslation } from 'react-i18next'
import { PageFrame } from './page-frame.tsx'

export function ProfilePage() {
  const { t } = useTranslation()
  return <PageFrame title={t('navigation.profile')}></PageFrame>
}
