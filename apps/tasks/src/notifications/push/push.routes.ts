import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { subscribe } from './push.commands.ts'
import { getPushKey, subscribeToPush, unsubscribeFromPush } from './push.contract.ts'
import { deleteSubscriptions } from './push.queries.ts'
import { getPushKeys } from './push-keys.ts'

export function pushRoutes(route: Route, deps: Deps) {
  route(getPushKey, {}, async () => ({ item: { publicKey: (await getPushKeys(deps)).publicKey } }))

  route(subscribeToPush, {}, async ({ actor, body, request, reply }) => ({
    item: await subscribe(deps, actor, body, { request, reply }),
  }))

  route(unsubscribeFromPush, {}, async ({ actor, query }) => {
    await deleteSubscriptions(deps.db, actor.id, query.endpoint)
    return { message: 'Push notifications turned off' }
  })
}
