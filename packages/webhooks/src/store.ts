import type { Outbound } from '@atrium/outbound/outbound'
import type { Kysely } from 'kysely'
import type { Sentence, WebhookDocument } from './formats/format.ts'
import type { DisabledReason } from './webhook.contract.ts'

/** What the service that a webhook belongs to contributes. */
export interface WebhookHost<DB> {
  db: Kysely<DB>
  outbound: Outbound
  now: () => Date
  log: { error: (details: object, message: string) => void }
  seal: (secret: string) => string
  /** Throws if it was sealed with another key. */
  unseal: (sealed: string) => string
  /** The event in words, for chats. */
  describe: (document: WebhookDocument, language: string) => Sentence
  /** Turns the webhook off and notifies those who manage it, in one transaction. */
  disable: (webhookId: number, reason: DisabledReason) => Promise<void>
}
