import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'

interface SigningKey {
  kid: string
  privateKey: CryptoKey
  jwk: JWK
}

/** The parts of an identity service that other services use: published keys and introspection. */
export async function startIdentityStub() {
  const published: JWK[] = []
  const revoked = new Set<string>()
  const asked: { token: string; authorization: string | undefined }[] = []
  const state = {
    keyFetches: 0,
    /** A response of introspection instead of the usual one. */
    answer: undefined as { status: number; body: string } | undefined,
    /** Introspection responds when this resolves, with the state at the time of the request. */
    gate: Promise.resolve(),
    keysStatus: 200,
  }

  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/.well-known/jwks.json') {
      state.keyFetches += 1
      response.statusCode = state.keysStatus
      return response.end(JSON.stringify({ keys: published }))
    }
    const { token } = JSON.parse(await text(request))
    const { authorization } = request.headers
    asked.push({ token, authorization })
    const body = state.answer?.body ?? JSON.stringify({ active: !revoked.has(token) })
    await state.gate
    response.statusCode = state.answer?.status ?? 200
    response.end(body)
  })
  const listen = (port: number) =>
    new Promise<void>(resolve => server.listen(port, '127.0.0.1', () => resolve()))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const stop = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  after(stop)

  return {
    url: `http://127.0.0.1:${port}`,
    state,
    asked,
    stop,
    start: () => listen(port),
    revoke: (token: string) => revoked.add(token),
    publish: ({ jwk }: SigningKey) => published.push(jwk),
    /** Introspection waits until the returned function is called. */
    pause: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      state.gate = promise
      return () => {
        state.gate = Promise.resolve()
        resolve()
      }
    },
  }
}

export async function createSigningKey(kid: string): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

export function signToken({ kid, privateKey }: SigningKey, claims: JWTPayload) {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
}
