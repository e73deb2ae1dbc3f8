import { useTranslation } from 'react-i18next'
import { PageFrame } from './page-frame.tsx'

export function DashboardPage() {
  const { t } = useTranslation()
  return <PageFrame title={t('navigation.dashboard')}></PageFrame>
}
