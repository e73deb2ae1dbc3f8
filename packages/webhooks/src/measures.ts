import type { Measure } from '@atrium/core/measure'
import { type Kysely, sql } from 'kysely'

/** What an administrator watches: the queue, and receivers that do not answer as they should. */
export function webhookMeasures<DB>(db: Kysely<DB>): Measure[] {
  return [
    {
      name: 'atrium_webhook_deliveries_waiting',
      help: 'Messages to webhooks that wait for an attempt; `failing` have failed before',
      label: 'state',
      isShared: true,
      read: async () => {
        const { rows } = await sql<{ new: number; failing: number }>`
          select count(*) filter (where attempt_count = 0) as new, count(*) filter (where attempt_count > 0) as failing
          from webhook_deliveries where status = 'waiting'`.execute(db)
        return { new: rows[0]?.new ?? 0, failing: rows[0]?.failing ?? 0 }
      },
    },
    {
      name: 'atrium_webhooks',
      help: 'Webhooks by state; `disabled` are those that Atrium turned off',
      label: 'state',
      isShared: true,
      read: async () => {
        const { rows } = await sql<{ enabled: number; failing: number; disabled: number }>`
          select count(*) filter (where is_enabled and failures = 0) as enabled,
            count(*) filter (where is_enabled and failures > 0) as failing,
            count(*) filter (where disabled_reason is not null) as disabled
          from webhooks`.execute(db)
        return { enabled: 0, failing: 0, disabled: 0, ...rows[0] }
      },
    },
  ]
}
