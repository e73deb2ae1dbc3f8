import type { App } from '@atrium/http/create-app'
import { languageOf } from '@atrium/http/language'
import { IdParams, Item, Message } from '@atrium/http/replies'
import { actorOf, forSettingUp, needs, pathUser, self, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { getUser } from '#users/user.queries.ts'
import {
  renewRecoveryCodes,
  startTwoFactor,
  switchTwoFactorOff,
  switchTwoFactorOn,
} from './manage-two-factor.ts'
import { getTwoFactor } from './two-factor.queries.ts'
import {
  BeginTwoFactor,
  ConfirmTwoFactor,
  Proof,
  RecoveryCodes,
  TwoFactor,
  TwoFactorKey,
} from './two-factor.schema.ts'

const own = needs('user:write', self('sessions.manage', pathUser), forSettingUp)
const tags = ['Two-factor sign-in']

export function twoFactorRoutes(app: App, deps: Deps) {
  app.get(
    '/users/:id/two-factor',
    {
      config: { access: needs('user:read', selfOrAny('sessions.read', pathUser), forSettingUp) },
      schema: { tags, params: IdParams, response: { 200: Item(TwoFactor) } },
    },
    async ({ params }) => {
      const { id } = await getUser(deps.db, params.id)
      return { item: await getTwoFactor(deps.db, id) }
    },
  )

  app.post(
    '/users/:id/two-factor',
    {
      config: { access: own },
      schema: { tags, params: IdParams, body: BeginTwoFactor, response: { 200: Item(TwoFactorKey) } },
    },
    async request => {
      const { params, body } = request
      return { item: await startTwoFactor(deps, actorOf(request), params.id, body.currentPassword) }
    },
  )

  app.post(
    '/users/:id/two-factor/confirm',
    {
      config: { access: own },
      schema: { tags, params: IdParams, body: ConfirmTwoFactor, response: { 200: Item(RecoveryCodes) } },
    },
    async request => {
      const shown = { ...request.body, language: languageOf(request) }
      const recoveryCodes = await switchTwoFactorOn(deps, actorOf(request), request.params.id, shown)
      return { item: { recoveryCodes } }
    },
  )

  app.post(
    '/users/:id/two-factor/recovery-codes',
    {
      config: { access: own },
      schema: { tags, params: IdParams, body: ConfirmTwoFactor, response: { 200: Item(RecoveryCodes) } },
    },
    async request => {
      const shown = { ...request.body, language: languageOf(request) }
      const recoveryCodes = await renewRecoveryCodes(deps, actorOf(request), request.params.id, shown)
      return { item: { recoveryCodes } }
    },
  )

  app.delete(
    '/users/:id/two-factor',
    {
      config: { access: needs('user:write', selfOrAny('sessions.manage', pathUser)) },
      schema: { tags, params: IdParams, body: Proof, response: { 200: Message } },
    },
    async request => {
      const proof = { ...request.body, language: languageOf(request) }
      await switchTwoFactorOff(deps, actorOf(request), request.params.id, proof)
      return { message: 'Signing in needs the password alone' }
    },
  )
}
