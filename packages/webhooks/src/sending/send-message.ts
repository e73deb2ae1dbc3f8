import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import type { Message, WebhookDocument } from '../formats/format.ts'
import { formatOf, writeSentence } from '../formats/formats.ts'
import { signedHeaders } from '../signature.ts'
import type { WebhookHost } from '../store.ts'
import type { Attempt, AttemptError } from '../webhook.contract.ts'
import type { WebhookRow } from '../webhook.queries.ts'
import { retryAfterOf } from './schedule.ts'

const ANSWER_BYTES = 1024
const MAX_LINES = 10

export interface Sent {
  attempt: Attempt
  isDelivered: boolean
  /** The receiver says that it is gone for good. */
  isGone: boolean
  retryAfterSeconds: number
}

/** Sends one message: an event, or for a chat several events of the same task. Never throws because of the receiver. */
export async function sendMessage<DB>(
  host: Pick<WebhookHost<DB>, 'outbound' | 'now' | 'unseal' | 'describe'>,
  webhook: WebhookRow,
  { messageId, documents }: { messageId: string; documents: WebhookDocument[] },
): Promise<Sent> {
  const at = host.now()
  const start = performance.now()
  const outcome = await exchange(host, webhook, { messageId, documents, at })
  const { status, error } = outcome
  const durationMs = Math.round(performance.now() - start)
  return {
    attempt: { at: at.toISOString(), durationMs, status, error, answer: outcome.answer },
    isDelivered: status !== null && status >= 200 && status < 300,
    isGone: status === 410,
    retryAfterSeconds: outcome.retryAfterSeconds,
  }
}

interface Outcome {
  status: number | null
  error: AttemptError | null
  answer: string | null
  retryAfterSeconds: number
}

async function exchange<DB>(
  host: Pick<WebhookHost<DB>, 'outbound' | 'unseal' | 'describe'>,
  webhook: WebhookRow,
  { messageId, documents, at }: { messageId: string; documents: WebhookDocument[]; at: Date },
): Promise<Outcome> {
  const failed = (error: AttemptError): Outcome => ({
    status: null,
    error,
    answer: null,
    retryAfterSeconds: 0,
  })
  const secrets = openSecrets(host, webhook, at)
  if (!secrets) return failed('secret_unreadable')
  const { url, method, headers, body } = formatOf(webhook.format).createRequest(
    webhook.url,
    messageOf(host, webhook, messageId, documents),
  )
  try {
    const answer = await host.outbound.send(url, {
      method,
      headers: { ...headers, ...signedHeaders({ messageId, at, body }, secrets) },
      body,
      maxBytes: ANSWER_BYTES,
    })
    const text = answer.body.toString('utf8').toWellFormed().replaceAll('\0', '')
    const retryAfterSeconds = retryAfterOf(answer.headers['retry-after'], at)
    return { status: answer.status, error: null, answer: text || null, retryAfterSeconds }
  } catch (error) {
    if (error instanceof OutboundAddressRefused) return failed('address_refused')
    return failed(isTimeout(error) ? 'timeout' : 'no_connection')
  }
}

/** The secrets that sign now, the newest first; undefined if they were sealed with another key. */
function openSecrets<DB>({ unseal }: Pick<WebhookHost<DB>, 'unseal'>, webhook: WebhookRow, at: Date) {
  const { secret, previousSecret, previousSecretUntil } = webhook
  const isPreviousValid = previousSecret && previousSecretUntil && new Date(previousSecretUntil) > at
  try {
    return [secret, ...(isPreviousValid ? [previousSecret] : [])].map(unseal)
  } catch {
    return undefined
  }
}

function messageOf<DB>(
  { describe }: Pick<WebhookHost<DB>, 'describe'>,
  { format, language }: WebhookRow,
  id: string,
  documents: WebhookDocument[],
): Message {
  const [document] = documents as [WebhookDocument]
  const { markup } = formatOf(format)
  if (!markup) return { id, document, lines: [] }
  const lines = documents.map(each => writeSentence(describe(each, language), markup, language))
  const hidden = lines.length - MAX_LINES
  return { id, document, lines: hidden > 0 ? [...lines.slice(0, MAX_LINES), `… +${hidden}`] : lines }
}

function isTimeout(error: unknown) {
  const { message = '', code = '' } = error as { message?: string; code?: string }
  return message.includes('took longer than') || code.includes('TIMEOUT')
}
