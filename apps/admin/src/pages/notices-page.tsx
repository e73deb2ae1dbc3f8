import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { noticesQuery } from '../data/notices.ts'
import { BannerForm } from '../features/notices/banner-form.tsx'
import { MaintenanceForm } from '../features/notices/maintenance-form.tsx'
import { PageFrame } from './page-frame.tsx'

export default function NoticesPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { data: notices, error, isFetching, refetch } = useQuery(noticesQuery)
  return (
    <PageFrame title={t('ui:administration.pages.notices')} lead={t('notices.lead')}>
      {!notices && !error && <RowsSkeleton />}
      {!notices && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {notices && (
        <>
          <MaintenanceForm maintenance={notices.maintenance} />
          <BannerForm banner={notices.banner} />
        </>
      )}
    </PageFrame>
  )
}
