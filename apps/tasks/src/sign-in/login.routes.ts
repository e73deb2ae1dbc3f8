import { NotAuthenticated } from '@atrium/core/errors'
import { Body } from '@atrium/core/schema'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { synchroniseAtSignIn } from './session.ts'

const Login = Body({
  login: Type.String({ trim: true, minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 1024 }),
  twoFactorCode: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Code of the authenticator app, or a recovery code; for accounts with two-factor sign-in',
    }),
  ),
})

const LoginReply = Type.Object({
  token: Type.String(),
  expires_in: Type.Integer(),
  refresh_token: Type.Optional(Type.String()),
})

/** Direct sign-in, for clients without a browser; the identity service checks the password. */
export function loginRoutes(app: App, deps: Deps) {
  app.post(
    '/user/login',
    {
      config: { access: open, rateLimit: { max: 600, timeWindow: '1 minute' }, refuses: [401, 409] },
      schema: {
        tags: ['Sign-in'],
        summary: 'Sign in without a browser',
        description:
          'Checks the credentials at the identity service and returns a token for `Authorization: Bearer …`. For mobile apps and scripts. An account with two-factor sign-in also needs `twoFactorCode`; without it the answer is 401 with `details.reason` = `two_factor_required`.',
        body: Login,
        response: { 200: LoginReply },
      },
    },
    async request => {
      const visitor = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
      const tokens = await deps.identity.signIn(request.body, visitor)
      const claims = tokens && (await deps.tokenCheck.check(tokens.accessToken))
      if (!claims) throw wrongCredentials(request.body)
      await synchroniseAtSignIn(deps, tokens.accessToken, claims)
      const { accessToken, refreshToken, expiresIn } = tokens
      return {
        token: accessToken,
        expires_in: expiresIn,
        ...(refreshToken && { refresh_token: refreshToken }),
      }
    },
  )
}

function wrongCredentials({ twoFactorCode }: Static<typeof Login>) {
  return new NotAuthenticated(
    twoFactorCode === undefined
      ? 'The login or the password is wrong'
      : 'The login, the password or the code is wrong',
  )
}
