import { Item, List } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, needs, permission } from '#access.ts'
import type { Deps } from '#deps.ts'
import { rotateSigningKey } from './rotate-signing-key.ts'
import { RotateKey, SigningKeyFilters, SigningKeyRecord } from './signing-key.contract.ts'
import { getKeyRecord, listKeyRecords } from './signing-key.queries.ts'

const tags = ['Signing keys']
const config = { access: needs('system:manage', permission('rbac.permissions.manage')) }

export function signingKeyRoutes(app: App, deps: Deps) {
  app.get(
    '/oauth/keys',
    {
      config,
      schema: {
        tags,
        summary: 'List signing keys',
        description:
          'Newest first, with the time each key starts signing and the time until which its tokens are verified. Of a retired key only the ID remains.',
        querystring: SigningKeyFilters,
        response: { 200: List(SigningKeyRecord) },
      },
    },
    async ({ query }) => listKeyRecords(deps.db, query, deps.now()),
  )

  app.post(
    '/oauth/keys/rotate',
    {
      config,
      schema: {
        tags,
        summary: 'Rotate the signing key',
        description:
          'Creates a new key and publishes it at once. It starts signing after `publishedForSeconds`, so that verifiers can fetch it first, or at once with `now`; the old key verifies until its last token has expired.',
        body: RotateKey,
        response: { 200: Item(SigningKeyRecord) },
      },
    },
    async request => {
      const { now, publishedForSeconds } = request.body
      const { kid } = await rotateSigningKey(deps, now ? 0 : publishedForSeconds, actorOf(request))
      return { item: await getKeyRecord(deps.db, kid, deps.now()) }
    },
  )
}
