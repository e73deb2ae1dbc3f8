import { Webhooks } from '@atrium/ui/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { useWebhookSource } from '../features/webhooks/webhook.queries.ts'
import { PageFrame } from './page-frame.tsx'

export default function WebhooksPage() {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <PageFrame title={t('ui:administration.pages.webhooks')} lead={t('navigation.webhooksLead')}>
      <Webhooks source={useWebhookSource()} text={t('navigation.webhooksText')} />
    </PageFrame>
  )
}
