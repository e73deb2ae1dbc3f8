import { useTranslation } from 'react-i18next'
import { PageFrame } from './page-frame.tsx'

export function AuditPage() {
  const { t } = useTranslation()
  return <PageFrame title={t('navigation.audit')}></PageFrame>
}
