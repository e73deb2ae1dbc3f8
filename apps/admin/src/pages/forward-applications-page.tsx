import { useTranslation } from 'react-i18next'
import { ForwardApplications } from '../features/forward-applications/forward-applications.tsx'
import { PageFrame } from './page-frame.tsx'

export default function ForwardApplicationsPage() {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <PageFrame title={t('ui:administration.pages.forwardApplications')} lead={t('forwardApplications.lead')}>
      <ForwardApplications />
    </PageFrame>
  )
}
