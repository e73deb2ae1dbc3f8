import { useTranslation } from 'react-i18next'
import { MetadataHosts } from '../features/metadata-hosts/metadata-hosts.tsx'
import { PageFrame } from './page-frame.tsx'

export default function MetadataHostsPage() {
  const { t } = useTranslation()
  return (
    <PageFrame title={t('navigation.metadataHosts')} lead={t('metadataHosts.lead')}>
      <MetadataHosts />
    </PageFrame>
  )
}
