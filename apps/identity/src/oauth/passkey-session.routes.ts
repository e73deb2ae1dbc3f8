import { Body } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { checkOriginOfChange } from '@atrium/http/protection'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { allowedOrigins } from '#settings.ts'
import {
  AuthenticationResponse,
  ChallengeToken,
  CredentialOptions,
} from '#sign-in/passkeys/passkey.contract.ts'
import { startPasskeySignIn } from '#sign-in/passkeys/verify-passkey.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { getFirstPartyClient } from './first-party-client.ts'
import { signInWithPasskey } from './grants/passkey.grant.ts'
import { sessionCookiesSet } from './session-cookies.ts'
import { Data, SessionStarted, startSession } from './start-session.ts'

const PasskeyLogin = Body({
  challenge_token: ChallengeToken,
  response: AuthenticationResponse,
  scope: Type.Optional(Type.String({ maxLength: 2000 })),
})

const Options = Data({ options: CredentialOptions, challenge_token: Type.String() })

export function passkeySessionRoutes(app: App, deps: Deps) {
  const origins = allowedOrigins(deps.settings)
  const config = { access: open, rateLimit: { max: 600, timeWindow: '1 minute' } }
  const tags = ['Passkeys']

  app.post(
    '/auth/login/passkey/options',
    {
      config,
      schema: {
        tags,
        summary: 'Start a sign-in with a passkey',
        description:
          'Returns the options for `navigator.credentials.get` and a `challenge_token` to send back with the response of the browser.',
        response: { 200: Options },
      },
    },
    async () => {
      const { options, challengeToken } = await startPasskeySignIn(deps)
      return { data: { options, challenge_token: challengeToken }, message: 'Let the browser answer this' }
    },
  )

  app.post(
    '/auth/login/passkey',
    {
      config: { ...config, refuses: [401, 403], openapi: { setCookie: sessionCookiesSet } },
      schema: {
        tags,
        summary: 'Sign in with a passkey',
        description:
          'Verifies the response of the browser and starts a session with the same cookies as `POST /auth/login`. A passkey counts as both factors.',
        body: PasskeyLogin,
        response: { 200: SessionStarted },
      },
    },
    async (request, reply) => {
      checkOriginOfChange(request, origins)
      const client = await getFirstPartyClient(deps)
      return startSession(deps, reply, signInWithPasskey(deps, client, request.body, visitorOf(request)))
    },
  )
}
