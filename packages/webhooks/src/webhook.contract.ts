import {
  Body,
  Default,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** How a receiver wants its messages; each one but the first is a chat that gets sentences. */
export const WebhookFormatName = OneOf('standard', 'slack', 'telegram', 'matrix', 'ntfy')
export type WebhookFormatName = Static<typeof WebhookFormatName>

/** Why Atrium turned a webhook off: its receiver answered 410, failed for days, or let too many deliveries wait. */
export const DisabledReason = OneOf('gone', 'failing', 'overflow')
export type DisabledReason = Static<typeof DisabledReason>

const url = Type.String({ trim: true, minLength: 1, maxLength: 2000 })
const types = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: 'Names of events, such as `task.created`; `task.*` means all that begin with `task.`',
})
const language = Type.String({
  maxLength: 20,
  description:
    'Language of the sentences that a chat gets; by default that of the request which creates the webhook',
})

const NamedUser = Type.Object({ id: Id, name: Type.String() })

export const Webhook = Type.Object({
  id: Id,
  url: Type.String(),
  types: Type.Array(Type.String()),
  format: WebhookFormatName,
  language: Type.String(),
  isEnabled: Type.Boolean(),
  disabledReason: Type.Unsafe<DisabledReason | null>({
    ...Nullable(DisabledReason),
    description: 'Why Atrium turned it off',
  }),
  failures: Type.Integer({ description: 'How many attempts have failed in a row' }),
  previousSecretUntil: Type.Unsafe<string | null>({
    ...Nullable(Instant),
    description: 'Until then, the secret before the last rotation signs, too',
  }),
  creator: Nullable(NamedUser),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Webhook = Static<typeof Webhook>

export const WebhookWithSecret = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: 'Signs the messages; shown only in this answer' }),
})
export type WebhookWithSecret = Static<typeof WebhookWithSecret>

export const NewWebhook = Body({
  url,
  types,
  format: Default(WebhookFormatName, 'standard'),
  language: Type.Optional(language),
  isEnabled: Default(Type.Boolean(), true),
})
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookChanges = Body({
  url: Type.Optional(url),
  types: Type.Optional(types),
  format: Type.Optional(WebhookFormatName),
  language: Type.Optional(language),
  isEnabled: Type.Optional(Type.Boolean()),
})
export type WebhookChanges = Static<typeof WebhookChanges>

export const DeliveryStatus = OneOf('waiting', 'delivered', 'failed')
export type DeliveryStatus = Static<typeof DeliveryStatus>

/** Why an attempt got no answer. */
export const AttemptError = OneOf('address_refused', 'timeout', 'no_connection', 'secret_unreadable')
export type AttemptError = Static<typeof AttemptError>

export const Attempt = Type.Object({
  at: Instant,
  durationMs: Type.Integer(),
  status: Nullable(Type.Integer({ description: 'What the receiver answered with' })),
  error: Nullable(AttemptError),
  answer: Nullable(Type.String({ description: 'The beginning of the answer, at most 1 KiB' })),
})
export type Attempt = Static<typeof Attempt>

export const WebhookDelivery = Type.Object({
  id: Id,
  webhookId: Id,
  messageId: Type.String({ description: 'The header `webhook-id`, the same for all attempts' }),
  type: Type.String(),
  status: DeliveryStatus,
  attemptCount: Type.Integer({ description: 'Attempts since the delivery was created or last resent' }),
  nextAttemptAt: Nullable(Instant),
  finishedAt: Nullable(Instant),
  createdAt: Instant,
  attempts: Type.Array(Attempt, { description: 'The last ones, oldest first' }),
  document: Type.Record(Type.String(), Type.Unknown(), { description: 'The event' }),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const DeliveryFilters = Type.Object({
  ...ListQuery.properties,
  status: Type.Optional(DeliveryStatus),
})
export type DeliveryFilters = Static<typeof DeliveryFilters>

export const TestResult = Type.Object({
  isDelivered: Type.Boolean({ description: 'Whether the receiver answered with a status from 200 to 299' }),
  ...Attempt.properties,
})
export type TestResult = Static<typeof TestResult>

const saved = ['outbound_address_refused'] as const
const found = ['webhook_not_found'] as const

/** What the operations of both services have in common; each adds its names, paths and access. */
export const webhookOperations = {
  list: {
    summary: 'List webhooks',
    description: 'Where events are sent, ordered by id. Their secrets are not shown again.',
    query: ListQuery,
    reply: List(Webhook),
  },
  create: {
    summary: 'Create a webhook',
    description:
      'Sends events to the address from now on, signed as Standard Webhooks 1.0 describes. Only this answer and that of a rotation have the `secret`. An unknown type of event is 422, and so is an address that Atrium does not send to.',
    body: NewWebhook,
    reply: Item(WebhookWithSecret),
    errors: [...saved, 'too_many_webhooks'],
  },
  get: {
    summary: 'Get a webhook',
    description: 'Returns the settings of the webhook, without its secret.',
    reply: Item(Webhook),
    errors: found,
  },
  update: {
    summary: 'Update a webhook',
    description: 'Changes the given fields. When it is enabled again, deliveries that were waiting are sent.',
    body: WebhookChanges,
    reply: Item(Webhook),
    errors: [...found, ...saved],
  },
  remove: {
    summary: 'Delete a webhook',
    description: 'Also deletes the list of its deliveries; what is waiting is not sent.',
    reply: Message,
    errors: found,
  },
  test: {
    summary: 'Test a webhook',
    description:
      'Sends an event `webhook.test` at once, also while the webhook is disabled, and returns what the receiver answered.',
    reply: Item(TestResult),
    errors: [...found, 'outbound_address_refused'],
  },
  rotate: {
    summary: 'Rotate the secret of a webhook',
    description:
      'The new secret is in this answer only. For 24 hours messages have two signatures, with the new and the previous secret.',
    reply: Item(WebhookWithSecret),
    errors: found,
  },
  deliveries: {
    summary: 'List deliveries',
    description: 'What was sent to the webhook within the last 30 days with all attempts, newest first.',
    query: DeliveryFilters,
    reply: List(WebhookDelivery),
    errors: found,
  },
  resend: {
    summary: 'Send a delivery again',
    description:
      'The message keeps its `webhook-id` and is attempted like a new one. A disabled webhook is 409.',
    reply: Item(WebhookDelivery),
    errors: ['webhook_delivery_not_found', 'webhook_disabled'],
  },
} as const
