import { contractsOf, endpointsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { signedIn } from '#access.contract.ts'

const Endpoint = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'The address at the push service of the browser, as its `PushSubscription` says it',
})
const Key = Type.String({ pattern: '^[\\w-]+={0,2}$', maxLength: 200, description: 'In base64url' })

export const PushKey = Type.Object({
  publicKey: Type.String({ description: 'The `applicationServerKey` for `PushManager.subscribe`' }),
})

export const PushSubscription = Type.Object({ id: Id, endpoint: Type.String(), createdAt: Instant })
export type PushSubscription = Static<typeof PushSubscription>

export const NewPushSubscription = Body({
  endpoint: Endpoint,
  keys: Type.Object({ p256dh: Key, auth: Key }, { additionalProperties: false }),
  expirationTime: Type.Optional(
    Type.Union([Type.Number(), Type.Null()], { description: 'Browsers send it; it is not used' }),
  ),
})
export type NewPushSubscription = Static<typeof NewPushSubscription>

export const EndedPushSubscription = Body({ endpoint: Type.Optional(Endpoint) })

const contract = contractsOf('Notifications')
const endpoint = endpointsOf('Notifications')

export const getPushKey = contract('getPushKey', 'GET /notification/push-subscription', {
  summary: 'Get the key for push notifications',
  description: 'The public key of this installation, which a browser needs to subscribe.',
  access: signedIn,
  reply: Item(PushKey),
})

export const subscribeToPush = endpoint('subscribeToPush', 'PUT /notification/push-subscription', {
  summary: 'Turn on push notifications',
  description:
    'For one browser, which then shows notifications while Atrium is closed. It ends when you sign out there. Quiet hours and muted types and projects count as they do for emails.',
  access: signedIn,
  body: NewPushSubscription,
  reply: Item(PushSubscription),
  setCookie: '`app_push`, by which signing out in this browser ends the subscription',
  errors: ['too_many_push_subscriptions', 'outbound_address_refused'],
})

export const unsubscribeFromPush = endpoint('unsubscribeFromPush', 'DELETE /notification/push-subscription', {
  summary: 'Turn off push notifications',
  description: 'For the browser with this `endpoint`; without it, for all of your browsers.',
  access: signedIn,
  query: EndedPushSubscription,
  reply: Message,
})
