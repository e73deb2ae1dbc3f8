import { offeredLanguages, preferredLanguage } from '@atrium/core/languages'
import { addJobs } from '@atrium/jobs/jobs'
import { fillIn } from '@atrium/texts/fill-in'
import type { Deps } from '#deps.ts'
import { texts } from '#texts.ts'
import { PUSH_JOB, type PushJob } from '../push-jobs.ts'
import * as queries from './push.queries.ts'
import { getPushKeys } from './push-keys.ts'
import { isPushService } from './push-services.ts'
import { authorizationFor, encryptFor } from './web-push.ts'

const KEEP_SECONDS = 86_400
const DAY_MS = 86_400_000
const MAX_ATTEMPTS = 6
const FIRST_RETRY_MS = 60_000
const MAX_RETRY_MS = 3_600_000
const MAX_TEXT = 500

export function pushTasks(deps: Deps) {
  return { [PUSH_JOB]: (job: PushJob) => push(deps, job) }
}

async function push(deps: Deps, job: PushJob) {
  const { db, settings, now } = deps
  const { userId, notificationId, since, subscriptionId } = job
  if (!(await deps.absentUsers.find(userId))) return queries.deleteSubscriptions(db, userId)
  const at = now().toISOString()
  const { language, quietUntil } = await queries.findPushReader(db, userId, at)
  if (Date.parse(quietUntil) > Date.parse(at)) return wait(deps, job, quietUntil)
  const which = notificationId === undefined ? { since: since ?? at } : { id: notificationId }
  const notifications = await queries.listToPush(db, userId, which)
  const message = messageOf(
    notifications,
    settings.FRONTEND_URL,
    preferredLanguage([language], offeredLanguages(settings)),
  )
  if (!message) return
  const subscriptions = await queries.listSubscriptions(db, userId)
  for (const subscription of subscriptions) {
    if (subscriptionId === undefined || subscription.id === subscriptionId)
      await send(deps, job, subscription, message)
  }
}

/** What arrives in quiet hours is one message when they end. */
async function wait({ db, now }: Deps, { userId }: PushJob, until: string) {
  const since = new Date(now().getTime() - DAY_MS).toISOString()
  const payload: PushJob = { userId, since }
  await addJobs(db, PUSH_JOB, [{ payload, key: `push ${userId} at ${until}`, runAt: new Date(until) }])
}

interface Message {
  title: string
  body: string
  url: string
  /** Another message with the same tag takes the place of this one. */
  tag: string
}

function messageOf(
  notifications: queries.PushedNotification[],
  application: string,
  language: ReturnType<typeof preferredLanguage>,
): Message | undefined {
  const [first] = notifications
  if (!first) return undefined
  const base = application.replace(/\/?$/, '/')
  if (notifications.length > 1) {
    const title = fillIn(
      texts(language).notifications.email.subject,
      { count: notifications.length },
      language,
    )
    return {
      title,
      body: notifications
        .map(({ subject }) => subject)
        .join('\n')
        .slice(0, MAX_TEXT),
      url: `${base}inbox`,
      tag: 'summary',
    }
  }
  const { id, taskId, subject, body } = first
  const shortened = Array.from(body).slice(0, MAX_TEXT).join('')
  return taskId === null
    ? { title: subject, body: shortened, url: `${base}inbox`, tag: `notification-${id}` }
    : { title: subject, body: shortened, url: `${base}task/${taskId}`, tag: `task-${taskId}` }
}

async function send(deps: Deps, job: PushJob, subscription: queries.Subscription, message: Message) {
  const { db, settings, outbound, log, now } = deps
  const { id, endpoint } = subscription
  // The operator may have taken a service off the list since.
  if (!isPushService(endpoint, settings)) return queries.deleteSubscription(db, id)
  const contact = settings.SUPPORT_EMAIL ? `mailto:${settings.SUPPORT_EMAIL}` : settings.TASKS_URL
  const keys = await getPushKeys(deps)
  const headers = {
    authorization: await authorizationFor(endpoint, { keys, contact, now: now() }),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(KEEP_SECONDS),
    topic: message.tag,
    urgency: 'normal',
  }
  const body = encryptFor(subscription, JSON.stringify(message))
  try {
    const answer = await outbound.send(endpoint, { method: 'POST', headers, body, maxBytes: 1024 })
    const { status } = answer
    if (status === 404 || status === 410) return queries.deleteSubscription(db, id)
    if (status === 429 || status >= 500) return retry(deps, job, id, Number(answer.headers['retry-after']))
    if (status >= 300) log.warn({ subscription: id, status }, 'a push service refused a notification')
  } catch (error) {
    log.warn({ err: error, subscription: id }, 'a push service could not be reached')
    return retry(deps, job, id)
  }
}

/** Waits as long as the service asks for, or twice as long as the last time. */
async function retry({ db, now }: Deps, job: PushJob, subscriptionId: number, seconds = Number.NaN) {
  const attempt = (job.attempt ?? 1) + 1
  if (attempt > MAX_ATTEMPTS) return
  const asked = Number.isFinite(seconds) ? seconds * 1000 : 0
  const delay = Math.min(MAX_RETRY_MS, Math.max(asked, FIRST_RETRY_MS * 2 ** (attempt - 2)))
  const runAt = new Date(now().getTime() + delay)
  await addJobs(db, PUSH_JOB, [{ payload: { ...job, subscriptionId, attempt }, runAt }])
}
