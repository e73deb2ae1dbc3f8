import { openText, sealText } from '@atrium/core/sealed-text'
import { inTransaction } from '@atrium/database/transaction'
import type { WebhookHost } from '@atrium/webhooks/store'
import { disableWebhook } from '@atrium/webhooks/webhook.queries'
import { audit } from '#audit/audit.ts'
import type { DB } from '#database.ts'
import type { Deps } from '#deps.ts'
import { describeEvent } from './describe-event.ts'
import { listManagerIds } from './webhook.queries.ts'

const PURPOSE = 'webhook secret'

/** What sending to webhooks needs of this service. */
export function webhookHost(deps: Deps): WebhookHost<DB> {
  const { db, outbound, log, settings } = deps
  return {
    db,
    outbound,
    log,
    now: () => deps.now(),
    seal: secret => sealText(settings.TASKS_CLIENT_SECRET, PURPOSE, secret),
    unseal: sealed => openText(settings.TASKS_CLIENT_SECRET, PURPOSE, sealed),
    describe: (document, language) => describeEvent(document, language, deps.notices.current().branding.name),
    disable: (webhookId, reason) =>
      inTransaction(deps, async (tx, emit) => {
        const webhook = await tx
          .selectFrom('webhooks')
          .where('id', '=', webhookId)
          .select(['projectId', 'url'])
          .executeTakeFirst()
        if (!webhook || !(await disableWebhook(tx, webhookId, reason, deps.now().toISOString()))) return
        const { projectId } = webhook
        const after = { webhookId, host: new URL(webhook.url).host, reason }
        const affectedIds = await listManagerIds(tx, projectId)
        await emit({ type: 'webhook.disabled', projectId, actorId: null, affectedIds, after })
        const subject = { subjectType: 'project', subjectId: projectId }
        await audit(deps, tx, { passportId: 0 }, { action: 'webhook.disabled', ...subject, details: after })
      }),
  }
}
