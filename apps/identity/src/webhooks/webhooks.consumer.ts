import { insertDeliveries } from '@atrium/webhooks/delivery.queries'
import { matchesTypes } from '@atrium/webhooks/event-patterns'
import type { Consumer } from './audit-outbox.ts'
import { documentsOf, publicActions, publicTypeOf } from './event-document.ts'
import { listListening } from './webhook.queries.ts'

/** Writes a delivery for each event to each webhook that lists its type; the sender does the rest. */
export function webhooks(now: () => Date): Consumer {
  return {
    name: 'webhooks',
    types: publicActions,
    handle: async (tx, entries) => {
      const listening = await listListening(tx)
      const isWanted = (entry: (typeof entries)[number]) =>
        listening.some(({ types }) => matchesTypes(types, publicTypeOf(entry) ?? ''))
      const wanted = entries.filter(isWanted)
      if (wanted.length === 0) return
      const deliveries = (await documentsOf(tx, wanted)).flatMap(document =>
        listening
          .filter(({ types }) => matchesTypes(types, document.type))
          .map(({ id, format }) => ({
            webhookId: id,
            format,
            eventId: document.id,
            subjectId: document.subject?.id ?? null,
            document,
          })),
      )
      await insertDeliveries(tx, deliveries, { now: now().toISOString(), ofProjects: false })
    },
  }
}
