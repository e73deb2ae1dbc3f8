import { isChat } from '../formats/formats.ts'
import type { WebhookHost } from '../store.ts'
import type { WebhookRow } from '../webhook.queries.ts'
import { FAILURES_UNTIL_PAUSE, nextAttemptAt, pauseUntil } from './schedule.ts'
import { sendMessage } from './send-message.ts'
import * as queries from './sending.queries.ts'

const BATCH = 50
/** Requests to one receiver at a time. */
const CONCURRENCY = 5
/** After that, another webhook gets the slot. The lease is longer than this and one more batch. */
const TURN_MS = 20_000
/** With more than this waiting, a receiver will not catch up. */
const MAX_WAITING = 100_000

interface Turn {
  lease: string
  signal: AbortSignal
}

/** Sends what is due to one receiver, batch by batch, until nothing is due, the receiver fails, or its turn is over. */
export async function serveWebhook<DB>(host: WebhookHost<DB>, leased: WebhookRow, { lease, signal }: Turn) {
  const end = performance.now() + TURN_MS
  const isOver = () => signal.aborted || performance.now() > end
  let webhook: WebhookRow | undefined = leased
  while (webhook && !isOver()) {
    const isFailing = webhook.failures >= FAILURES_UNTIL_PAUSE
    const limit = isFailing ? 1 : BATCH
    const due = await queries.listDue(host.db, webhook.id, { now: host.now().toISOString(), limit })
    if (due.length === 0) return
    const isHealthy = await sendBatch(host, webhook, due, isOver)
    if ((isFailing || due.length === BATCH) && (await queries.hasOverflow(host.db, webhook.id, MAX_WAITING)))
      return host.disable(webhook.id, 'overflow')
    if (!isHealthy) return
    webhook = await queries.findLeased(host.db, webhook.id, lease)
  }
}

/** Returns whether the receiver can be sent more. */
async function sendBatch<DB>(
  host: WebhookHost<DB>,
  webhook: WebhookRow,
  due: queries.DueDelivery[],
  isOver: () => boolean,
): Promise<boolean> {
  const queue = due.values()
  let isHealthy = true
  const work = async () => {
    for (const delivery of queue) {
      if (!isHealthy || isOver()) return
      isHealthy = (await deliver(host, webhook, delivery)) && isHealthy
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return isHealthy
}

/** Makes an attempt and records how it went. Returns whether the receiver can be sent more. */
async function deliver<DB>(
  host: WebhookHost<DB>,
  webhook: WebhookRow,
  delivery: queries.DueDelivery,
): Promise<boolean> {
  const { db } = host
  const others = isChat(webhook.format) ? await queries.listWaitingOfSubject(db, webhook.id, delivery) : []
  const documents = [delivery, ...others].map(({ document }) => document)
  const { messageId } = delivery
  const { attempt, isDelivered, isGone, retryAfterSeconds } = await sendMessage(host, webhook, {
    messageId,
    documents,
  })
  const now = host.now()
  if (isDelivered) {
    const ids = [delivery, ...others].map(({ id }) => id)
    const finishedAt = now.toISOString()
    await queries.recordDelivered(db, webhook.id, ids, { attempt, finishedAt })
    if (isChat(webhook.format) && delivery.subjectId !== null)
      await queries.pauseSubject(db, webhook.id, delivery.subjectId, finishedAt)
    return true
  }
  const next = isGone ? undefined : nextAttemptAt(delivery.attemptCount + 1, now, retryAfterSeconds)
  // The webhook is turned off before its delivery is over: an instance that is killed in between loses neither.
  if (!next) await host.disable(webhook.id, isGone ? 'gone' : 'failing')
  const failures = await queries.recordFailed(db, webhook.id, delivery.id, {
    attempt,
    nextAttemptAt: next?.toISOString() ?? null,
    now: now.toISOString(),
  })
  if (!next) return false
  const until = pauseUntil(failures, now)
  if (until) await queries.pauseWebhook(db, webhook.id, until.toISOString())
  return !until
}
