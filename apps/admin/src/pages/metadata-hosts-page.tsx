import { useTranslation } from 'react-i18next'
import { MetadataHosts } from '../features/metadata-hosts/metadata-hosts.tsx'
import { PageFrame } from './page-frame.tsx'

export default function MetadataHostsPage() {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <PageFrame title={t('ui:administration.pages.metadataHosts')} lead={t('metadataHosts.lead')}>
      <MetadataHosts />
    </PageFrame>
  )
}
