import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { brandingQuery } from '../features/branding/branding.queries.ts'
import { BrandingForm } from '../features/branding/branding-form.tsx'
import { LogoCard } from '../features/branding/logo-card.tsx'
import { PageFrame } from './page-frame.tsx'

export default function BrandingPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { data: branding, error, isFetching, refetch } = useQuery(brandingQuery)
  return (
    <PageFrame title={t('ui:administration.pages.branding')} lead={t('branding.lead')}>
      {!branding && !error && <RowsSkeleton />}
      {!branding && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {branding && (
        <>
          <LogoCard logo={branding.logo} />
          <BrandingForm branding={branding} />
        </>
      )}
    </PageFrame>
  )
}
