import { offeredLanguages, preferredLanguage } from '@atrium/core/languages'
import { inTransaction } from '@atrium/database/transaction'
import { addJob } from '@atrium/jobs/jobs'
import type { SendMail } from '@atrium/mail/mailer'
import { renderEmail } from '@atrium/mail/render-email'
import { fillIn } from '@atrium/texts/fill-in'
import type { WebhookHost } from '@atrium/webhooks/store'
import { disableWebhook } from '@atrium/webhooks/webhook.queries'
import { audit } from '#audit/audit.ts'
import type { DB } from '#database.ts'
import type { Deps } from '#deps.ts'
import { texts } from '#texts.ts'
import { getUser } from '#users/user.queries.ts'
import { describeEvent } from './describe-event.ts'
import { getWebhook, listManagerIds } from './webhook.queries.ts'

const PURPOSE = 'webhook secret'
const MAIL_TASK = 'mail.webhook_disabled'

interface ToManager {
  userId: number
  host: string
  language: string
}

/** What sending to webhooks needs of this service. */
export function webhookHost(deps: Deps): WebhookHost<DB> {
  const { db, outbound, log, secrets } = deps
  return {
    db,
    outbound,
    log,
    now: () => deps.now(),
    seal: secret => secrets.seal(PURPOSE, Buffer.from(secret)),
    unseal: sealed => secrets.unseal(PURPOSE, sealed).toString(),
    describe: (document, language) => describeEvent(document, language, deps.notices.current().branding.name),
    disable: (id, reason) =>
      inTransaction(deps, async tx => {
        if (!(await disableWebhook(tx, id, reason, deps.now().toISOString()))) return
        const { url, language } = await getWebhook(tx, id)
        const { host } = new URL(url)
        const system = { id: null, clientId: '', address: null }
        await audit(deps, tx, system, {
          action: 'webhook.disabled',
          subjectType: 'webhook',
          subjectId: id,
          details: { host, reason },
        })
        for (const userId of await listManagerIds(tx)) await addJob(tx, MAIL_TASK, { userId, host, language })
      }),
  }
}

/** For the worker: tells those who manage webhooks that one was turned off. */
export function webhookMailTasks(deps: Deps, sendMail: SendMail) {
  return {
    [MAIL_TASK]: async ({ userId, host, language: preferred }: ToManager) => {
      const { email, archivedAt } = await getUser(deps.db, userId)
      if (archivedAt) return
      const language = preferredLanguage([preferred], offeredLanguages(deps.settings))
      const { subject, text, button, footnote } = texts(language).webhooks.disabledEmail
      const address = `${deps.settings.IDENTITY_URL}/admin/webhooks`
      const paragraphs = [fillIn(text, { host }, language)]
      await sendMail(
        renderEmail(
          email,
          { language, subject, paragraphs, button: { label: button, address }, footnote },
          deps.notices.current().branding,
        ),
      )
    },
  }
}
