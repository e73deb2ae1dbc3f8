import { randomBytes } from 'node:crypto'
import { sha256 } from '@atrium/core/sha256'
import { inTransaction } from '@atrium/database/transaction'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#administration/actor.ts'
import { lockUser } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { attributes, PUSH_COOKIE } from '#sign-in/session-cookies.ts'
import type { NewPushSubscription, PushSubscription } from './push.contract.ts'
import * as queries from './push.queries.ts'
import { isPushService } from './push-services.ts'
import { areReceiverKeys } from './web-push.ts'

const MAX_SUBSCRIPTIONS = 20
const DEVICE_BYTES = 32

export async function subscribe(
  deps: Deps,
  actor: Actor,
  { endpoint, keys }: NewPushSubscription,
  browser: { request: FastifyRequest; reply: FastifyReply },
): Promise<PushSubscription> {
  const { settings, outbound, now } = deps
  if (!isPushService(endpoint, settings)) throw new ValidationFailed({ endpoint: 'push_service_expected' })
  if (!areReceiverKeys(keys)) throw new ValidationFailed({ keys: 'push_keys_expected' })
  await outbound.check(endpoint, 'endpoint')
  const device = deviceOf(browser.request) ?? randomBytes(DEVICE_BYTES).toString('base64url')
  const subscription = await inTransaction(deps, async tx => {
    await lockUser(tx, actor.id)
    const created = await queries.insertSubscription(tx, {
      ...keys,
      endpoint,
      userId: actor.id,
      device: sha256(device),
      createdAt: now().toISOString(),
    })
    if ((await queries.countSubscriptions(tx, actor.id)) > MAX_SUBSCRIPTIONS)
      throw new Conflict('too_many_push_subscriptions', { limit: MAX_SUBSCRIPTIONS })
    return created
  })
  browser.reply.setCookie(PUSH_COOKIE, device, {
    ...attributes(settings),
    maxAge: settings.OAUTH2_REFRESH_TOKEN_TTL,
  })
  return subscription
}

function deviceOf({ cookies }: FastifyRequest) {
  const { [PUSH_COOKIE]: device } = cookies
  return device && /^[\w-]{43}$/.test(device) ? device : undefined
}
