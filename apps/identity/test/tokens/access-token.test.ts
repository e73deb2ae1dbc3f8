import assert from 'node:assert/strict'
import { createHmac, createSign, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { advanceClock, freezeClock, origin, sharedIdentity, startIdentity } from '../identity-service.ts'
import { as, createUser, introspect, registerClient, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app, deps } = identity
const person = await createUser(identity)
const session = await signIn(identity, person)

interface Parts {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

function partsOf(token: string): Parts {
  const [header = '', claims = ''] = token.split('.').map(part => Buffer.from(part, 'base64url').toString())
  return { header: JSON.parse(header || '{}'), claims: JSON.parse(claims || '{}') }
}

test('a token has the header and claims of the specification', () => {
  const { header, claims } = partsOf(session.access_token)
  assert.deepEqual(Object.keys(header).sort(), ['alg', 'kid', 'typ'])
  assert.equal(header.typ, 'JWT')
  assert.equal(header.alg, 'RS256')
  assert.deepEqual(Object.keys(claims).sort(), [
    'aud',
    'client_id',
    'exp',
    'iat',
    'iss',
    'jti',
    'nbf',
    'scopes',
    'sub',
  ])
  assert.equal(claims.iss, origin)
  assert.equal(claims.aud, 'atrium')
  assert.equal(claims.client_id, 'atrium')
  assert.equal(claims.sub, String(person.id))
  assert.equal(Number(claims.exp) - Number(claims.iat), 3600)
  assert.equal(claims.nbf, claims.iat)
})

test('only the digest of the token is stored', async () => {
  const { claims } = partsOf(session.access_token)
  const record = await deps.db
    .selectFrom('accessTokens')
    .selectAll()
    .where('tokenId', '=', String(claims.jti))
    .executeTakeFirstOrThrow()
  const digest = createHmac('sha256', deps.settings.OAUTH2_TOKEN_HASH_SECRET)
    .update(session.access_token)
    .digest('hex')
  assert.equal(record.accessToken, digest)
  assert.equal(record.accessToken.length, 64)
})

test('the published keys verify the token and contain no private parts', async () => {
  const response = await app.inject('/.well-known/jwks.json')
  assert.match(String(response.headers['cache-control']), /max-age=300/)
  const { keys } = response.json()
  assert.deepEqual(Object.keys(keys[0]).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  assert.equal(keys[0].kid, partsOf(session.access_token).header.kid)
})

test('introspection describes an active token', async () => {
  const reply = await introspect(identity, session.access_token)
  const { claims } = partsOf(session.access_token)
  assert.deepEqual(reply.data, {
    active: true,
    sub: String(person.id),
    sub_type: 'user',
    client_id: 'atrium',
    token_type: 'Bearer',
    scope: claims.scopes,
    exp: claims.exp,
    iat: claims.iat,
    jti: claims.jti,
  })
  assert.equal(reply.active, true)
  assert.equal(reply.scope, (claims.scopes as string[]).join(' '))
})

test('introspection accepts a form, requires a token, and has no CORS', async () => {
  const form = await app.inject({
    method: 'POST',
    url: '/token/introspect',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:4100' },
    payload: new URLSearchParams({ token: session.access_token }).toString(),
  })
  assert.equal(form.json().active, true)
  assert.equal(form.headers['access-control-allow-origin'], undefined)
  const missing = await app.inject({ method: 'POST', url: '/token/introspect', payload: {} })
  assert.equal(missing.statusCode, 400)
  assert.equal(missing.json().error, 'invalid_request')
})

test('INTROSPECTION_REQUIRE_AUTH requires client authentication', async () => {
  const strict = await startIdentity({ INTROSPECTION_REQUIRE_AUTH: 'true' })
  const { access_token: token } = await signIn(strict, await createUser(strict))
  const confidential = await registerClient(strict)
  const open = await registerClient(strict, {
    isPublic: true,
    grantTypes: 'authorization_code refresh_token',
  })
  const { clientId: client_id } = confidential
  const client_secret = confidential.clientSecret ?? ''
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  })
  const introspectWith = (payload: object, headers = {}) =>
    strict.app.inject({ method: 'POST', url: '/token/introspect', payload: { token, ...payload }, headers })
  for (const refused of [
    introspectWith({}),
    introspectWith({ client_id: open.clientId }),
    introspectWith({}, basic(open.clientId, '')),
    introspectWith({ client_id, client_secret: 'wrong' }),
    introspectWith({}, basic(client_id, 'wrong')),
  ]) {
    assert.equal((await refused).statusCode, 401)
    assert.equal((await refused).json().error, 'invalid_client')
  }
  const metadata = (await strict.app.inject('/.well-known/oauth-authorization-server')).json()
  assert.ok(!metadata.introspection_endpoint_auth_methods_supported.includes('none'))
  for (const answered of [
    introspectWith({ client_id, client_secret }),
    introspectWith({}, basic(client_id, client_secret)),
  ])
    assert.equal((await answered).json().active, true)
})

test('an authenticated client has no introspection rate limit', async () => {
  const limited = await startIdentity()
  const { clientId, clientSecret } = await registerClient(limited)
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`
  const introspectWith = async (headers: Record<string, string>) => {
    const payload = { token: 'any' }
    const answer = await limited.app.inject({ method: 'POST', url: '/token/introspect', payload, headers })
    return answer.headers['x-ratelimit-remaining']
  }
  assert.equal(await introspectWith({ authorization }), undefined)
  assert.ok(Number(await introspectWith({})) > 0)
  const foreign = `Basic ${Buffer.from(`${clientId}:wrong`).toString('base64')}`
  assert.ok(Number(await introspectWith({ authorization: foreign })) > 0)
})

const privatePem = readFileSync(deps.settings.OAUTH2_PRIVATE_KEY_PATH, 'utf8')
const publicPem = readFileSync(deps.settings.OAUTH2_PUBLIC_KEY_PATH, 'utf8')
const { header, claims } = partsOf(session.access_token)
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const signedBy = (pem: string, head: object, body: object) => {
  const content = `${encode(head)}.${encode(body)}`
  return `${content}.${createSign('RSA-SHA256').update(content).sign(pem, 'base64url')}`
}
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
}) as string
const hmacContent = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`
const [rawHeader = '', , rawSignature = ''] = session.access_token.split('.')

const forgeries: Record<string, string> = {
  garbage: 'garbage',
  'a token that is longer than any': 'x'.repeat(10_000),
  'three empty parts': '..',
  'alg none': `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  'HS256 with the public key as secret': `${hmacContent}.${createHmac('sha256', publicPem).update(hmacContent).digest('base64url')}`,
  'another RSA key': signedBy(stranger, header, claims),
  'an unknown kid': signedBy(privatePem, { ...header, kid: '../../etc/passwd' }, claims),
  'a kid with SQL': signedBy(privatePem, { ...header, kid: "' or 1=1 --" }, claims),
  'an embedded jwk': signedBy(
    stranger,
    { ...header, jwk: { kty: 'RSA' }, jku: 'https://evil.example/jwks' },
    claims,
  ),
  'an edited payload': `${rawHeader}.${encode({ ...claims, sub: '999' })}.${rawSignature}`,
  'our own signature on a token that was never issued': signedBy(privatePem, header, {
    ...claims,
    jti: randomUUID(),
  }),
  'RS512 with the right key': `${encode({ ...header, alg: 'RS512' })}.${encode(claims)}.${sign('RSA-SHA512', Buffer.from(`${encode({ ...header, alg: 'RS512' })}.${encode(claims)}`), privatePem).toString('base64url')}`,
  'a refresh token': session.refresh_token,
}

for (const [name, token] of Object.entries(forgeries)) {
  test(`${name} returns 401 and is inactive at introspection`, async () => {
    const response = await as(identity, token)('GET', `/users/${person.id}`)
    assert.equal(response.statusCode, 401)
    assert.match(String(response.headers['www-authenticate']), /error="invalid_token"/)
    assert.deepEqual((await introspect(identity, token)).data, {
      active: false,
      sub: null,
      sub_type: null,
      client_id: null,
      token_type: 'Bearer',
      scope: [],
      exp: null,
      iat: null,
      jti: null,
    })
  })
}

test('a token in the URL is ignored, and a request without a token gets a plain challenge', async () => {
  const response = await app.inject(`/users/${person.id}?access_token=${session.access_token}`)
  assert.equal(response.statusCode, 401)
  assert.equal(response.headers['www-authenticate'], 'Bearer')
})

test('the header takes precedence over the cookie', async () => {
  const cookies = { access_token: session.access_token }
  const url = `/users/${person.id}`
  assert.equal((await app.inject({ url, cookies })).statusCode, 200)
  assert.equal(
    (await app.inject({ url, cookies, headers: { authorization: 'Bearer wrong' } })).statusCode,
    401,
  )
  assert.equal((await app.inject({ url, cookies, headers: { authorization: 'Basic eDp5' } })).statusCode, 401)
})

test('a token expires', async () => {
  const late = await startIdentity()
  freezeClock(late.deps)
  const latePerson = await createUser(late)
  const { access_token } = await signIn(late, latePerson)
  advanceClock(late.deps, 3599)
  assert.equal((await introspect(late, access_token)).active, true)
  advanceClock(late.deps, 2)
  assert.equal((await introspect(late, access_token)).active, false)
  assert.equal((await as(late, access_token)('GET', `/users/${latePerson.id}`)).statusCode, 401)
})
