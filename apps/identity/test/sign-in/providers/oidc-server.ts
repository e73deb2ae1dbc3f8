import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import * as jose from 'jose'

/** A small OpenID provider whose every answer a test can change; a real one never sends wrong tokens. */
export async function startOidcServer() {
  const { publicKey, privateKey } = await jose.generateKeyPair('RS256', { extractable: true })
  const stranger = await jose.generateKeyPair('RS256')
  const jwk = { ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const person = { sub: 'mallory', email: 'mallory@example.org', email_verified: true } as Record<
    string,
    unknown
  >
  const state = {
    person,
    /** Added to the ID token, over what is right. */
    claims: {} as Record<string, unknown>,
    userInfo: {} as Record<string, unknown>,
    metadata: {} as Record<string, unknown>,
    isSignedByStranger: false,
    isDown: false,
    nonces: new Map<string, string>(),
  }
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    const send = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (state.isDown) return send({}, 503)
    if (url.pathname.endsWith('/.well-known/openid-configuration')) return send(metadata())
    if (url.pathname === '/jwks') return send({ keys: [jwk] })
    if (url.pathname === '/token') {
      const form = new URLSearchParams(await bodyOf(request))
      return redeem(form.get('code') ?? '', send)
    }
    if (url.pathname === '/userinfo') return send({ sub: state.person.sub, ...state.userInfo })
    send({}, 404)
  })
  const address = await new Promise<AddressInfo>(resolve => {
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo))
  })
  const issuer = `http://127.0.0.1:${address.port}`
  after(() => server.close())

  async function redeem(code: string, send: (body: object, status?: number) => void) {
    const nonce = state.nonces.get(code)
    if (nonce === undefined) return send({ error: 'invalid_grant' }, 400)
    state.nonces.delete(code)
    send({ access_token: 'access', token_type: 'Bearer', id_token: await sign({ nonce }) })
  }

  function metadata() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/end-session`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...state.metadata,
    }
  }

  async function sign(claims: Record<string, unknown>, type = 'JWT') {
    const now = Math.floor(Date.now() / 1000)
    const whole = {
      iss: issuer,
      aud: 'atrium',
      iat: now,
      exp: now + 300,
      ...state.person,
      ...claims,
      ...state.claims,
    }
    const key = state.isSignedByStranger ? stranger.privateKey : privateKey
    return new jose.SignJWT(whole).setProtectedHeader({ alg: 'RS256', kid: 'one', typ: type }).sign(key)
  }

  /** What a user's browser comes back with after signing in here. */
  function answerTo(authorizeUrl: URL, more: Record<string, string | undefined> = {}) {
    const code = `code ${Math.random()}`
    state.nonces.set(code, authorizeUrl.searchParams.get('nonce') ?? '')
    const back = new URL(authorizeUrl.searchParams.get('redirect_uri') ?? '')
    const answer = { code, state: authorizeUrl.searchParams.get('state') ?? '', iss: issuer, ...more }
    for (const [name, value] of Object.entries(answer))
      if (value !== undefined) back.searchParams.set(name, value)
    return back
  }

  return { issuer, state, answerTo, sign }
}

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
