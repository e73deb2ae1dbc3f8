import { languageOf } from '@atrium/core/language'
import { IdParams, Item, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, forSettingUp, needs, pathUser, self, selfOrAny } from '#access.ts'
import type { Deps } from '#deps.ts'
import { getUser } from '#users/user.queries.ts'
import {
  renewRecoveryCodes,
  startTwoFactor,
  switchTwoFactorOff,
  switchTwoFactorOn,
} from './manage-two-factor.ts'
import {
  BeginTwoFactor,
  ConfirmTwoFactor,
  Proof,
  RecoveryCodes,
  TwoFactor,
  TwoFactorKey,
} from './two-factor.contract.ts'
import { getTwoFactor } from './two-factor.queries.ts'

const own = needs('user:write', self('sessions.manage', pathUser), forSettingUp)
const tags = ['Two-factor sign-in']

export function twoFactorRoutes(app: App, deps: Deps) {
  app.get(
    '/users/:id/two-factor',
    {
      config: { access: needs('user:read', selfOrAny('sessions.read', pathUser), forSettingUp) },
      schema: {
        tags,
        summary: 'Get the two-factor status',
        description:
          'Whether codes from an authenticator app are required at sign-in, and how many recovery codes are left.',
        params: IdParams,
        response: { 200: Item(TwoFactor) },
      },
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
      schema: {
        tags,
        summary: 'Start two-factor setup',
        description:
          'Requires `currentPassword` and a confirmed email address (403 with `details.reason = email_unconfirmed`). Returns the secret and the `otpauth:` address for the authenticator app. Nothing changes until `POST /users/{id}/two-factor/confirm`.',
        params: IdParams,
        body: BeginTwoFactor,
        response: { 200: Item(TwoFactorKey) },
      },
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
      schema: {
        tags,
        summary: 'Turn on two-factor sign-in',
        description:
          'Send a code from the authenticator app. Returns ten recovery codes, which are shown only this once.',
        params: IdParams,
        body: ConfirmTwoFactor,
        response: { 200: Item(RecoveryCodes) },
      },
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
      schema: {
        tags,
        summary: 'Create new recovery codes',
        description: 'Requires a code. Replaces all recovery codes and shows the new ones only this once.',
        params: IdParams,
        body: ConfirmTwoFactor,
        response: { 200: Item(RecoveryCodes) },
      },
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
      schema: {
        tags,
        summary: 'Turn off two-factor sign-in',
        description:
          'For your own account, send `currentPassword` or `code`. An administrator can turn it off for a user who lost their device. 409 if your role requires a second factor and this is your last one.',
        params: IdParams,
        body: Proof,
        response: { 200: Message },
      },
    },
    async request => {
      const proof = { ...request.body, language: languageOf(request) }
      await switchTwoFactorOff(deps, actorOf(request), request.params.id, proof)
      return { message: 'Signing in needs the password alone' }
    },
  )
}
