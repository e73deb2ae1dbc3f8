import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Message } from '@atrium/http/replies'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { revokePresented } from '#tokens/revoke-tokens.ts'
import { findAccessToken, findRefreshToken } from '#tokens/token.queries.ts'
import { tokenDigest } from '#tokens/token-digest.ts'
import { authenticateClient, clientAuthentication } from './authenticate-client.ts'
import { OAuthError, replyWithOAuthErrors } from './oauth-error.ts'

const RevocationRequest = Type.Object({
  token: Type.Optional(Type.String()),
  token_type_hint: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  client_secret: Type.Optional(Type.String()),
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
          response: { 200: Message },
        },
      },
      async request => {
        const client = await authenticateClient(deps, request)
        const { token } = request.body
        if (!token) throw new OAuthError('invalid_request', 'token is missing')
        const found = await findToken(deps, token)
        if (found?.clientId === client.id) await revokePresented(deps, found)
        return { message: 'The token is not valid any more' }
      },
    )
  })
}

async function findToken({ db, settings }: Deps, token: string) {
  const digest = tokenDigest(settings, token)
  const access = await findAccessToken(db, digest)
  if (access) return access
  const refresh = await findRefreshToken(db, digest)
  return refresh && { tokenId: '', familyId: refresh.familyId, clientId: refresh.clientId }
}
