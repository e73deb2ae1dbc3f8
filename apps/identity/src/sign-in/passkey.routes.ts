import { languageOf } from '@atrium/core/language'
import { listReply, pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, ListQuery, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, forSettingUp, needs, pathUser, self, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { listPasskeys } from '#users/credentials.queries.ts'
import { getUser } from '#users/user.queries.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './manage-passkeys.ts'
import {
  BeginPasskey,
  NewPasskey,
  Passkey,
  PasskeyName,
  PasskeyOptions,
  PasskeyParams,
} from './passkey.contract.ts'

const own = needs('user:write', self('sessions.manage', pathUser), forSettingUp)
const tags = ['Passkeys']

export function passkeyRoutes(app: App, deps: Deps) {
  app.get(
    '/users/:id/passkeys',
    {
      config: { access: needs('user:read', selfOrAny('sessions.read', pathUser), forSettingUp) },
      schema: {
        tags,
        summary: 'List passkeys',
        description: 'The passkeys of the user with their names and last use.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: List(Passkey) },
      },
    },
    async ({ params, query }) => {
      const page = pageOf(query)
      const { id } = await getUser(deps.db, params.id)
      const passkeys = await listPasskeys(deps.db, id)
      return listReply(passkeys.slice(page.offset, page.offset + page.limit), passkeys.length, page)
    },
  )

  app.post(
    '/users/:id/passkeys/options',
    {
      config: { access: own },
      schema: {
        tags,
        summary: 'Start adding a passkey',
        description:
          'Requires `currentPassword` and a confirmed email address (403 with `details.reason = email_unconfirmed`). Returns the options for `navigator.credentials.create` and a `challengeToken` to send back.',
        params: IdParams,
        body: BeginPasskey,
        response: { 200: Item(PasskeyOptions) },
      },
    },
    async request => {
      const { params, body } = request
      return { item: await startPasskey(deps, actorOf(request), params.id, body.currentPassword) }
    },
  )

  app.post(
    '/users/:id/passkeys',
    {
      config: { access: own, refuses: [410] },
      schema: {
        tags,
        summary: 'Add a passkey',
        description:
          'Send the response of the browser with the `challengeToken`. A used or expired challenge is 410. A user can have up to 20 passkeys (409).',
        params: IdParams,
        body: NewPasskey,
        response: { 200: Item(Passkey) },
      },
    },
    async request => {
      const input = { ...request.body, language: languageOf(request) }
      return { item: await addPasskey(deps, actorOf(request), request.params.id, input) }
    },
  )

  app.put(
    '/users/:id/passkeys/:passkeyId',
    {
      config: { access: own },
      schema: {
        tags,
        summary: 'Rename a passkey',
        description: 'Changes only the name that is shown in the list.',
        params: PasskeyParams,
        body: PasskeyName,
        response: { 200: Item(Passkey) },
      },
    },
    async request => {
      const { params, body } = request
      return { item: await renamePasskey(deps, actorOf(request), params, body.name) }
    },
  )

  app.delete(
    '/users/:id/passkeys/:passkeyId',
    {
      config: { access: needs('user:write', selfOrAny('sessions.manage', pathUser)) },
      schema: {
        tags,
        summary: 'Remove a passkey',
        description:
          'The passkey no longer signs in. 409 if your role requires a second factor and this is your last one.',
        params: PasskeyParams,
        response: { 200: Message },
      },
    },
    async request => {
      const params = { ...request.params, language: languageOf(request) }
      await removePasskey(deps, actorOf(request), params)
      return { message: 'The passkey is removed' }
    },
  )
}
