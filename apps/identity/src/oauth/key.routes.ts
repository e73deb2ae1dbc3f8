import type { KeyObject } from 'node:crypto'
import { open } from '@atrium/http/access'
import type { App } from '@atrium/http/create-app'
import { type Static, Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PUBLISHED_AHEAD_SECONDS } from '#tokens/signing-key.contract.ts'

const Jwk = Type.Object({
  kty: Type.String(),
  n: Type.String(),
  e: Type.String(),
  kid: Type.String(),
  alg: Type.String(),
  use: Type.String(),
})

export function keyRoutes(app: App, { keyRing }: Deps) {
  app.get(
    '/.well-known/jwks.json',
    {
      config: { access: open },
      schema: {
        tags: ['OAuth'],
        summary: 'Get the public signing keys',
        description: 'The JSON Web Key Set that verifies access tokens (RS256). Cacheable for five minutes.',
        response: { 200: Type.Object({ keys: Type.Array(Jwk) }) },
      },
    },
    async (_request, reply) => {
      const keys = await keyRing.published()
      // No longer than a key is published before it signs: no cached copy lacks one that does.
      reply.header('cache-control', `public, max-age=${PUBLISHED_AHEAD_SECONDS}`)
      return { keys: keys.map(publicJwk) }
    },
  )
}

function publicJwk({ kid, publicKey }: { kid: string; publicKey: KeyObject }): Static<typeof Jwk> {
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  return { kty, n, e, kid, alg: 'RS256', use: 'sig' }
}
