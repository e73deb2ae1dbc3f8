import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { findIssuedToken, revokeIssuedToken } from '#tokens/user-session.commands.ts'
import { authenticateClient, clientAuthentication } from './authenticate-client.ts'
import { OAuthError, replyWithOAuthErrors } from './oauth-error.ts'

const RevocationRequest = Type.Object({
  token: Type.Optional(Type.String()),
  token_type_hint: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
})

const RevocationReply = Type.Object({
  message: Type.String(),
  sub: Type.Optional(
    Type.String({
      description: 'The user whose token it was, so that the client can end what it keeps of them',
    }),
  ),
})

/** RFC 7009: an unknown token is no error, another client's token stays as it is. */
export async function revocationRoutes(app: App, deps: Deps) {
  await app.register(async (scope: App) => {
    replyWithOAuthErrors(scope)
    scope.post(
      '/token/revoke',
      {
        config: {
          access: open,
          openapi: { body: { ...RevocationRequest, required: ['token'] }, security: clientAuthentication },
        },
        schema: {
          tags: ['OAuth'],
          summary: 'Revoke a token',
          description:
            'Token revocation (RFC 7009). Revokes an access or refresh token of the authenticated client together with its session. An unknown token, or one of another client, also returns 200 and changes nothing.',
          body: RevocationRequest,
          response: { 200: RevocationReply },
        },
      },
      async request => {
        const client = await authenticateClient(deps, request)
        const { token } = request.body
        if (!token) throw new OAuthError('invalid_request', 'token is missing')
        const found = await findIssuedToken(deps, token)
        const own = found?.clientId === client.id ? found : undefined
        if (own) await revokeIssuedToken(deps, own)
        const sub = own?.userId ? { sub: String(own.userId) } : {}
        return { message: 'The token is not valid any more', ...sub }
      },
    )
  })
}
