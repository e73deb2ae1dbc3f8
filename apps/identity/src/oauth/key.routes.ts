import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { publicJwk } from '#tokens/signing-keys.ts'

const Jwk = Type.Object({
  kty: Type.String(),
  n: Type.String(),
  e: Type.String(),
  kid: Type.String(),
  alg: Type.String(),
  use: Type.String(),
})

export function keyRoutes(app: App, { signingKeys }: Deps) {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { access: open },
      schema: { tags: ['OAuth'], response: { 200: Type.Object({ keys: Type.Array(Jwk) }) } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300')
      return { keys: [...signingKeys.verifying].map(([kid, key]) => publicJwk(kid, key)) }
    },
  )
}
