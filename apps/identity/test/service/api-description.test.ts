import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkApiDescription, checkLists } from '@atrium/testing/api-description'
import type { InjectOptions } from 'fastify'
import { authorizeUrl, openSignInPage, submit } from '../authorize-flow.ts'
import { startIdentity } from '../identity-service.ts'
import { asClient, asPerson, createUser, registerClient, registrationInput, signIn } from '../people.ts'

const identity = await startIdentity()
const { app } = identity
const document = (await app.inject('/docs/apidoc/json')).json()
const { paths } = document

test('the description is valid OpenAPI 3.1, and every operation has a summary and a description', () =>
  checkApiDescription(document))

const foreign = { origin: 'https://evil.example' }
const unknownClient = { client_id: 'unknown', client_secret: 'wrong' }
const login = { username: 'unknown', password: 'wrong' }

const refused: [number, InjectOptions][] = [
  [401, { method: 'POST', url: '/auth/login', payload: login }],
  [403, { method: 'POST', url: '/auth/login', payload: login, headers: foreign }],
  [401, { method: 'POST', url: '/auth/login/two-factor', payload: { two_factor_token: 'x', code: '1' } }],
  [401, { method: 'POST', url: '/auth/refresh' }],
  [403, { method: 'POST', url: '/auth/refresh', headers: foreign }],
  [
    400,
    { method: 'POST', url: '/auth/refresh', payload: '{', headers: { 'content-type': 'application/json' } },
  ],
  [410, { method: 'POST', url: '/auth/verify-email', payload: { token: 'old' } }],
  [
    410,
    { method: 'POST', url: '/auth/password-reset', payload: { token: 'old', password: 'a new passphrase' } },
  ],
  [400, { method: 'GET', url: '/auth/authorize' }],
  [400, { method: 'GET', url: '/cities?search=%00' }],
  [401, { method: 'POST', url: '/token', payload: unknownClient }],
  [401, { method: 'POST', url: '/token/introspect', payload: { token: 'x', ...unknownClient } }],
  [401, { method: 'POST', url: '/token/revoke', payload: unknownClient }],
]

for (const [code, request] of refused) {
  const path = String(request.url).split('?')[0] ?? ''
  test(`${request.method} ${path} can return ${code}, which is documented`, async () => {
    const { statusCode, body } = await app.inject(request)
    assert.equal(statusCode, code, body)
    assertDescribed(request.method ?? '', path, code, JSON.parse(body))
  })
}

test('errors of a taken email address, an unknown client and an unknown user are documented', async () => {
  const payload = registrationInput({ email: (await createUser(identity)).email })
  const taken = await app.inject({ method: 'POST', url: '/users', payload })
  assertDescribed('POST', '/users', taken.statusCode, taken.json())
  const ofClient = await (await asClient(identity, 'user:read'))('GET', '/users/me')
  assert.equal(ofClient.statusCode, 404)
  assertDescribed('GET', '/users/me', 404, ofClient.json())
  const call = await asPerson(identity, await createUser(identity, 'owner'))
  const unknown = await call('GET', '/rbac/explain?userId=999999&method=GET&path=/users')
  assert.equal(unknown.statusCode, 404)
  assertDescribed('GET', '/rbac/explain', 404, unknown.json())
})

test('the responses of the sign-in page are documented', async () => {
  const { get, post } = paths['/auth/authorize']
  const person = await createUser(identity)
  const { clientId } = await registerClient(identity)
  const page = await openSignInPage(identity, authorizeUrl({ client_id: clientId }))
  assert.ok(get.responses[200].content['text/html'])
  const wrong = await submit(identity, { ...page.form, ...login }, page.cookies)
  const expired = await submit(identity, { ...page.form, ...login }, page.cookies)
  const again = await openSignInPage(identity, authorizeUrl({ client_id: clientId }), page.cookies)
  const { email: username, password } = person
  const right = await submit(identity, { ...again.form, username, password }, again.cookies)
  const codes = [wrong, expired, right].map(({ statusCode }) => statusCode)
  assert.deepEqual(codes, [401, 403, 302])
  for (const code of codes) assert.ok(post.responses[code], String(code))
})

test('the parameters and form fields of the sign-in page are documented', () => {
  const { get, post } = paths['/auth/authorize']
  const required = get.parameters.filter((each: { required: boolean }) => each.required)
  const names = ['response_type', 'client_id', 'redirect_uri', 'state']
  assert.deepEqual(
    required.map(({ name }: { name: string }) => name),
    names,
  )
  const { schema } = post.requestBody.content['application/x-www-form-urlencoded']
  assert.deepEqual(schema.required, names)
  assert.ok(schema.properties.code_challenge && schema.properties.csrf_token && schema.properties.password)
})

test('the token routes accept JSON and forms, list required fields, and authenticate the client', () => {
  for (const [path, field] of [
    ['/token', 'grant_type'],
    ['/token/introspect', 'token'],
    ['/token/revoke', 'token'],
  ] as const) {
    const { requestBody, security } = paths[path].post
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      assert.deepEqual(requestBody.content[type].schema.required, [field], path)
    assert.deepEqual(security, [{ client: [] }, {}])
  }
})

test('cookies are documented where they are read and set', () => {
  const { securitySchemes } = document.components
  assert.deepEqual([securitySchemes.access_token.in, securitySchemes.refresh_token.in], ['cookie', 'cookie'])
  assert.deepEqual(paths['/auth/refresh'].post.security, [{ refresh_token: [] }])
  for (const path of [
    '/auth/login',
    '/auth/login/two-factor',
    '/auth/login/passkey',
    '/auth/refresh',
    '/auth/logout',
  ]) {
    const { headers } = paths[path].post.responses[200]
    assert.match(headers['Set-Cookie'].description, /`access_token` and `refresh_token`/, path)
  }
})

/** Checks the status, and whether the error is an object or a string as in RFC 6749. */
function assertDescribed(method: string, path: string, code: number, { error }: { error: unknown }) {
  const described = paths[path][method.toLowerCase()].responses[code]
  assert.ok(described, `${method} ${path} ${code}`)
  const name = described.content['application/json'].schema.$ref.split('/').at(-1)
  assert.equal(document.components.schemas[name].properties.error.type, typeof error)
}

test('every list has _meta, honours limit and validates orderBy', async () => {
  const { access_token } = await signIn(identity, await createUser(identity, 'owner'))
  await checkLists(app, '/docs/apidoc/json', `Bearer ${access_token}`)
})
