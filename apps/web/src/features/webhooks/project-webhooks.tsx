import { Webhooks } from '@atrium/ui/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { useWebhookSource } from './webhook.queries.ts'

/** Where events of the project are sent. */
export function ProjectWebhooks({ projectId }: { projectId: number }) {
  const { t } = useTranslation()
  const source = useWebhookSource(projectId)
  return <Webhooks source={source} title={t('projects.webhooks.title')} text={t('projects.webhooks.text')} />
}
