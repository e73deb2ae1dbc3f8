import { insertDeliveries, type NewDelivery } from '@atrium/webhooks/delivery.queries'
import { matchesTypes } from '@atrium/webhooks/event-patterns'
import type { Database } from '#database.ts'
import { publicStoredTypes } from '#outbox/event-document.contract.ts'
import { documentsOf, publicTypeOf } from '#outbox/event-document.ts'
import type { Consumer, StoredEvent } from '#projects/activity.queries.ts'
import type { Settings } from '#settings.ts'
import { type ListeningWebhook, listListening } from './webhook.queries.ts'

interface Options {
  settings: Pick<Settings, 'FRONTEND_URL'>
  now: () => Date
}

/** Writes a delivery for each event to each webhook that lists its type; the sender does the rest. */
export function webhooks({ settings, now }: Options): Consumer {
  return {
    name: 'webhooks',
    types: publicStoredTypes,
    handle: async (tx, events) => {
      const projectIds = [...new Set(events.map(({ projectId }) => projectId))]
      const listening = await listListening(tx, projectIds)
      if (listening.length === 0) return
      const deliveries = await deliveriesOf(tx, settings, events, listening)
      await insertDeliveries(tx, deliveries, { now: now().toISOString(), ofProjects: true })
    },
  }
}

async function deliveriesOf(
  tx: Database,
  settings: Pick<Settings, 'FRONTEND_URL'>,
  events: StoredEvent[],
  listening: ListeningWebhook[],
): Promise<NewDelivery[]> {
  const receivers = (event: StoredEvent) => {
    const type = publicTypeOf(event)
    if (!type) return []
    return listening.filter(one => one.projectId === event.projectId && matchesTypes(one.types, type))
  }
  const wanted = events.filter(event => receivers(event).length > 0)
  if (wanted.length === 0) return []
  const documents = new Map((await documentsOf(tx, settings, wanted)).map(one => [one.id, one]))
  return wanted.flatMap(event => {
    const document = documents.get(event.id)
    if (!document) return []
    const about = { eventId: event.id, subjectId: event.taskId, document }
    return receivers(event).map(({ id, format }) => ({ webhookId: id, format, ...about }))
  })
}
