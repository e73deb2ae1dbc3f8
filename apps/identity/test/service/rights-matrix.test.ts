import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contractsOf } from '@atrium/http/routes/operation'
import { callOutcome, outcomeOf } from '@atrium/testing/calls'
import { png } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import type { InjectOptions } from 'fastify'
import { allScopes, clientScopes } from '#access-control/scopes.contract.ts'
import { checkOwnAccessToken } from '#tokens/access-token.ts'
import { sharedIdentity } from '../identity-service.ts'
import { as, createUser, type Person, registerClient, signIn, tokenRequest } from '../people.ts'

/**
 * Access by caller, from the specification of protected routes and roles. `ok` is any response of the
 * route itself, including 404 and 422; `404` hides a record of another user.
 * `self` and `other` are a plain user acting on themselves and on another user; all further callers act on another user.
 * `without` is a client whose token has every scope except that of the route.
 */
const matrix = `
                                  none self other manager admin owner client without archived
GET    /auth/available-scopes     401  ok   ok    ok      ok    ok    ok     ok      401
POST   /auth/logout-all           401  ok   ok    ok      ok    ok    ok     ok      401
POST   /auth/verify-email/resend  401  ok   ok    ok      ok    ok    ok     ok      401
GET    /users                     401  403  403   ok      ok    ok    ok     403     401
GET    /users/me                  401  ok   ok    ok      ok    ok    ok     403     401
DELETE /users/me                  401  ok   ok    ok      ok    ok    403    403     401
GET    /users/:id                 401  ok   403   ok      ok    ok    ok     403     401
PUT    /users/:id                 401  ok   403   403     ok    ok    ok     403     401
POST   /users/:id/update          401  ok   403   403     ok    ok    ok     403     401
POST   /users/:id/passport-change 401  ok   403   403     ok    ok    ok     403     401
GET    /users/:id/export          401  ok   403   ok      ok    ok    ok     403     401
GET    /users/:id/sessions        401  ok   403   403     ok    ok    ok     403     401
DELETE /users/:id/sessions/:sessionId 401 ok 403  403     ok    ok    ok     403     401
DELETE /users/:id/sessions        401  ok   403   403     ok    ok    ok     403     401
GET    /users/:id/applications    401  ok   403   403     ok    ok    ok     403     401
DELETE /users/:id/applications/:applicationId 401 ok 403 403 ok  ok    ok     403     401
GET    /users/:id/lockout         401  403  403   403     ok    ok    ok     403     401
POST   /users/:id/unlock          401  403  403   403     ok    ok    ok     403     401
GET    /users/:id/two-factor      401  ok   403   403     ok    ok    ok     403     401
POST   /users/:id/two-factor      401  ok   403   403     403   403   403    403     401
POST   /users/:id/two-factor/confirm 401 ok 403   403     403   403   403    403     401
POST   /users/:id/two-factor/recovery-codes 401 ok 403 403 403 403 403 403   401
DELETE /users/:id/two-factor      401  ok   403   403     ok    ok    ok     403     401
GET    /users/:id/passkeys        401  ok   403   403     ok    ok    ok     403     401
POST   /users/:id/passkeys/options 401 ok   403   403     403   403   403    403     401
POST   /users/:id/passkeys        401  ok   403   403     403   403   403    403     401
PUT    /users/:id/passkeys/:passkeyId 401 ok 403  403     403   403   403    403     401
DELETE /users/:id/passkeys/:passkeyId 401 ok 403  403     ok    ok    ok     403     401
GET    /users/:id/identities      401  ok   403   403     ok    ok    ok     403     401
GET    /users/:id/identities/providers 401 ok 403 403     ok    ok    ok     403     401
POST   /users/:id/identities      401  ok   403   403     403   403   403    403     401
DELETE /users/:id/identities/:identityId 401 ok 403 403   ok    ok    ok     403     401
GET    /users/:id/personal-tokens 401  ok   403   403     ok    ok    ok     403     401
POST   /users/:id/personal-tokens 401  ok   403   403     403   403   403    403     401
GET    /users/:id/personal-tokens/projects 401 ok 403 403 403   403   403    403     401
DELETE /users/:id/personal-tokens/:tokenId 401 ok 403 403 ok    ok    ok     403     401
DELETE /users/:id                 401  403  403   403     ok    ok    ok     403     401
POST   /users/:id/restore         401  403  403   403     ok    ok    ok     403     401
POST   /users/:id/erase           401  403  403   403     ok    ok    ok     403     401
GET    /users/:id/erasure         401  403  403   403     ok    ok    ok     403     401
GET    /users/:id/offboarding     401  403  403   403     ok    ok    ok     403     401
POST   /users/:id/offboard        401  403  403   403     ok    ok    ok     403     401
POST   /users/bulk/archive 401 403 403 403 ok ok ok 403 401
POST   /users/bulk/restore 401 403 403 403 ok ok ok 403 401
POST   /users/bulk/end-sessions 401 403 403 403 ok ok ok 403 401
POST   /users/bulk/assign-role 401 403 403 403 ok ok ok 403 401
POST   /users/bulk/unassign-role 401 403 403 403 ok ok ok 403 401
POST   /users/bulk/add-to-group 401 403 403 403 ok ok ok 403 401
GET    /user-contacts             401  ok   403   ok      ok    ok    ok     403     401
POST   /user-contacts             401  ok   403   403     ok    ok    ok     403     401
GET    /user-contacts/:id         401  ok   404   ok      ok    ok    ok     403     401
PUT    /user-contacts/:id         401  ok   404   403     ok    ok    ok     403     401
DELETE /user-contacts/:id         401  ok   404   403     ok    ok    ok     403     401
GET    /user-educations           401  ok   403   ok      ok    ok    ok     403     401
POST   /user-educations           401  ok   403   403     ok    ok    ok     403     401
GET    /user-educations/:id       401  ok   404   ok      ok    ok    ok     403     401
PUT    /user-educations/:id       401  ok   404   403     ok    ok    ok     403     401
DELETE /user-educations/:id       401  ok   404   403     ok    ok    ok     403     401
GET    /storage/files             401  ok   403   ok      ok    ok    ok     403     401
POST   /storage/files             401  ok   403   403     ok    ok    ok     403     401
GET    /storage/files/:id         401  ok   404   ok      ok    ok    ok     403     401
GET    /storage/files/:id/content 401  ok   404   ok      ok    ok    ok     403     401
DELETE /storage/files/:id         401  ok   404   403     ok    ok    ok     403     401
GET    /user-roles                401  403  403   ok      ok    ok    ok     403     401
POST   /user-roles                401  403  403   403     ok    ok    ok     403     401
DELETE /user-roles/:id            401  403  403   403     ok    ok    ok     403     401
GET    /groups 401 403 403 403 ok ok ok 403 401
POST   /groups 401 403 403 403 ok ok ok 403 401
GET    /groups/:id 401 403 403 403 ok ok ok 403 401
PUT    /groups/:id 401 403 403 403 ok ok ok 403 401
DELETE /groups/:id 401 403 403 403 ok ok ok 403 401
GET    /groups/:id/members 401 403 403 403 ok ok ok 403 401
PUT    /groups/:id/members/:userId 401 403 403 403 ok ok ok 403 401
DELETE /groups/:id/members/:userId 401 403 403 403 ok ok ok 403 401
PUT    /groups/:id/roles/:roleId 401 403 403 403 ok ok ok 403 401
DELETE /groups/:id/roles/:roleId 401 403 403 403 ok ok ok 403 401
GET /scim/v2/Users 401 403 403 403 403 403 ok 403 401
POST /scim/v2/Users 401 403 403 403 403 403 ok 403 401
GET /scim/v2/Users/:id 401 403 403 403 403 403 ok 403 401
PUT /scim/v2/Users/:id 401 403 403 403 403 403 ok 403 401
PATCH /scim/v2/Users/:id 401 403 403 403 403 403 ok 403 401
DELETE /scim/v2/Users/:id 401 403 403 403 403 403 ok 403 401
GET /scim/v2/Groups 401 403 403 403 403 403 ok 403 401
POST /scim/v2/Groups 401 403 403 403 403 403 ok 403 401
GET /scim/v2/Groups/:id 401 403 403 403 403 403 ok 403 401
PUT /scim/v2/Groups/:id 401 403 403 403 403 403 ok 403 401
PATCH /scim/v2/Groups/:id 401 403 403 403 403 403 ok 403 401
DELETE /scim/v2/Groups/:id 401 403 403 403 403 403 ok 403 401
GET /scim/v2/ServiceProviderConfig 401 403 403 403 403 403 ok 403 401
GET /scim/v2/ResourceTypes 401 403 403 403 403 403 ok 403 401
GET /scim/v2/ResourceTypes/:id 401 403 403 403 403 403 ok 403 401
GET /scim/v2/Schemas 401 403 403 403 403 403 ok 403 401
GET /scim/v2/Schemas/:id 401 403 403 403 403 403 ok 403 401
GET    /roles                     401  403  403   ok      ok    ok    ok     403     401
GET    /roles/:id                 401  403  403   ok      ok    ok    ok     403     401
POST   /roles                     401  403  403   403     403   ok    ok     403     401
PUT    /roles/:id                 401  403  403   403     403   ok    ok     403     401
DELETE /roles/:id                 401  403  403   403     403   ok    ok     403     401
GET    /posts                     401  403  403   ok      ok    ok    ok     403     401
GET    /posts/:id                 401  403  403   ok      ok    ok    ok     403     401
POST   /posts                     401  403  403   403     403   ok    ok     403     401
PUT    /posts/:id                 401  403  403   403     403   ok    ok     403     401
DELETE /posts/:id                 401  403  403   403     403   ok    ok     403     401
POST   /cities                    401  403  403   403     403   ok    ok     403     401
PUT    /cities/:id                401  403  403   403     403   ok    ok     403     401
DELETE /cities/:id                401  403  403   403     403   ok    ok     403     401
POST   /languages                 401  403  403   403     403   ok    ok     403     401
PUT    /languages/:id             401  403  403   403     403   ok    ok     403     401
DELETE /languages/:id             401  403  403   403     403   ok    ok     403     401
GET    /rbac/permissions          401  403  403   403     403   ok    ok     403     401
GET    /rbac/permissions/:id      401  403  403   403     403   ok    ok     403     401
POST   /rbac/permissions          401  403  403   403     403   ok    ok     403     401
PUT    /rbac/permissions/:id      401  403  403   403     403   ok    ok     403     401
DELETE /rbac/permissions/:id      401  403  403   403     403   ok    ok     403     401
POST   /rbac/roles/:roleId/permissions/:permissionId 401 403 403 403 403 ok ok 403   401
DELETE /rbac/roles/:roleId/permissions/:permissionId 401 403 403 403 403 ok ok 403   401
GET    /rbac/routes               401  403  403   403     ok    ok    ok     403     401
GET    /rbac/explain              401  403  403   403     ok    ok    ok     403     401
GET    /oauth/clients             401  403  403   403     403   ok    ok     403     401
POST   /oauth/clients             401  403  403   403     403   ok    ok     403     401
GET    /oauth/clients/:id         401  403  403   403     403   ok    ok     403     401
PUT    /oauth/clients/:id         401  403  403   403     403   ok    ok     403     401
GET    /oauth/clients/:id/claims  401  403  403   403     403   ok    ok     403     401
PUT    /oauth/clients/:id/claims  401  403  403   403     403   ok    ok     403     401
POST   /oauth/clients/:id/rotate-secret 401 403 403 403   403   ok    ok     403     401
POST   /oauth/clients/:id/disable 401  403  403   403     403   ok    ok     403     401
POST   /oauth/clients/:id/enable  401  403  403   403     403   ok    ok     403     401
GET    /client-metadata-hosts 401 403 403 403 403 ok ok 403 401
POST   /client-metadata-hosts 401 403 403 403 403 ok ok 403 401
DELETE /client-metadata-hosts/:id 401 403 403 403 403 ok ok 403 401
GET    /forward-applications 401 403 403 403 403 ok ok 403 401
POST   /forward-applications 401 403 403 403 403 ok ok 403 401
GET    /forward-applications/:id 401 403 403 403 403 ok ok 403 401
PUT    /forward-applications/:id 401 403 403 403 403 ok ok 403 401
DELETE /forward-applications/:id 401 403 403 403 403 ok ok 403 401
GET    /oauth/keys                401  403  403   403     403   ok    ok     403     401
POST   /oauth/keys/rotate         401  403  403   403     403   ok    ok     403     401
GET    /sign-in-providers         401  403  403   403     403   ok    ok     403     401
POST   /sign-in-providers         401  403  403   403     403   ok    ok     403     401
GET    /sign-in-providers/:slug   401  403  403   403     403   ok    ok     403     401
PUT    /sign-in-providers/:slug   401  403  403   403     403   ok    ok     403     401
DELETE /sign-in-providers/:slug   401  403  403   403     403   ok    ok     403     401
POST   /sign-in-providers/:slug/test 401 403 403  403     403   ok    ok     403     401
GET    /webhooks                  401  403  403   403     403   ok    ok     403     401
POST   /webhooks                  401  403  403   403     403   ok    ok     403     401
GET    /webhooks/:id              401  403  403   403     403   ok    ok     403     401
PUT    /webhooks/:id              401  403  403   403     403   ok    ok     403     401
DELETE /webhooks/:id              401  403  403   403     403   ok    ok     403     401
POST   /webhooks/:id/test         401  403  403   403     403   ok    ok     403     401
POST   /webhooks/:id/rotate-secret 401 403 403    403     403   ok    ok     403     401
GET    /webhooks/:id/delivery     401  403  403   403     403   ok    ok     403     401
POST   /webhooks/delivery/:id/resend 401 403 403  403     403   ok    ok     403     401
GET    /mail/jobs                 401  403  403   403     403   ok    ok     403     401
POST   /mail/jobs/retry           401  403  403   403     403   ok    ok     403     401
POST   /mail/jobs/:id/retry       401  403  403   403     403   ok    ok     403     401
DELETE /mail/jobs/:id             401  403  403   403     403   ok    ok     403     401
GET    /admin/health-report       401  403  403   403     ok    ok    ok     403     401
GET    /admin/statistics          401  403  403   403     ok    ok    ok     403     401
GET    /admin/tasks-permissions   401  403  403   403     ok    ok    ok     403     401
PUT    /maintenance               401  403  403   403     403   ok    ok     403     401
DELETE /maintenance               401  403  403   403     403   ok    ok     403     401
PUT    /banner                    401  403  403   403     403   ok    ok     403     401
DELETE /banner                    401  403  403   403     403   ok    ok     403     401
PUT    /branding                  401  403  403   403     403   ok    ok     403     401
PUT    /branding/logo             401  403  403   403     403   ok    ok     403     401
DELETE /branding/logo             401  403  403   403     403   ok    ok     403     401
GET    /audit                     401  403  403   403     403   ok    ok     403     401
GET    /audit/export              401  403  403   403     403   ok    ok     403     401
GET    /admin                     401  403  403   403     ok    ok    ok     403     401
GET    /account                   401  ok   ok    ok      ok    ok    ok     ok      401
GET    /account/*                 401  ok   ok    ok      ok    ok    ok     ok      401
GET    /admin/*                   401  403  403   403     ok    ok    ok     403     401
`

/** Routes whose subject is not in the path but in the query, the body, or the owner of a record. */
const subjects: Record<string, (userId: number) => InjectOptions | Promise<InjectOptions>> = {
  'GET /user-contacts': userId => ({ query: { userId: String(userId) } }),
  'POST /user-contacts': userId => ({ payload: { userId, type: 'other', value: 'Here' } }),
  'GET /user-contacts/:id': async userId => ({ url: `/user-contacts/${await createContact(userId)}` }),
  'PUT /user-contacts/:id': async userId => ({
    url: `/user-contacts/${await createContact(userId)}`,
    payload: { label: 'New' },
  }),
  'DELETE /user-contacts/:id': async userId => ({ url: `/user-contacts/${await createContact(userId)}` }),
  'GET /user-educations': userId => ({ query: { userId: String(userId) } }),
  'POST /user-educations': userId => ({ payload: { userId, institution: 'School' } }),
  'GET /user-educations/:id': async userId => ({ url: `/user-educations/${await createEducation(userId)}` }),
  'PUT /user-educations/:id': async userId => ({
    url: `/user-educations/${await createEducation(userId)}`,
    payload: { degree: 'None' },
  }),
  'DELETE /users/me': () => ({ payload: { currentPassword: 'wrong' } }),
  'POST /users/:id/offboard': () => ({ payload: { successorId: 0 } }),
  'POST /users/:id/two-factor': () => ({ payload: { currentPassword: 'wrong' } }),
  'POST /users/:id/two-factor/recovery-codes': () => ({ payload: { code: '000000' } }),
  'POST /users/:id/two-factor/confirm': () => ({ payload: { code: '000000' } }),
  'POST /users/:id/passkeys/options': () => ({ payload: { currentPassword: 'wrong' } }),
  'POST /users/:id/personal-tokens': () => ({
    payload: { currentPassword: 'wrong', name: 'Script', scopes: ['tasks:read'] },
  }),
  'POST /users/:id/identities': () => ({ payload: { provider: 'nowhere', currentPassword: user.password } }),
  'POST /users/:id/passkeys': () => ({ payload: newPasskey }),
  'PUT /users/:id/passkeys/:passkeyId': () => ({ payload: { name: 'Key' } }),
  'GET /storage/files': userId => ({ query: { userId: String(userId) } }),
  'POST /storage/files': createFileForm,
  'PUT /branding/logo': createLogoForm,
  'GET /storage/files/:id': async userId => ({ url: `/storage/files/${await uploadFile(userId)}` }),
  'GET /storage/files/:id/content': async userId => ({
    url: `/storage/files/${await uploadFile(userId)}/content`,
  }),
  'DELETE /storage/files/:id': async userId => ({ url: `/storage/files/${await uploadFile(userId)}` }),
  'DELETE /user-educations/:id': async userId => ({
    url: `/user-educations/${await createEducation(userId)}`,
  }),
}

const answer = { clientDataJSON: '', attestationObject: '' }
const newPasskey = {
  challengeToken: '',
  name: 'Key',
  response: { id: 'x', rawId: 'x', type: 'public-key', response: answer },
}

const NOWHERE = '999999999'
const identity = await sharedIdentity()
const { app } = identity
const client = await registerClient(identity, {
  grantTypes: 'client_credentials',
  redirectUris: [],
  scope: [...allScopes, ...clientScopes].join(' '),
})
const user = await createUser(identity)
const other = await createUser(identity)
const staff: Record<string, Person> = {
  self: user,
  other: user,
  manager: await createUser(identity, 'manager'),
  admin: await createUser(identity, 'admin'),
  owner: await createUser(identity, 'owner'),
}
const keeper = await tokenOf(await createUser(identity, 'owner'))
const archived = await archivedToken()
const tokens = new Map<string, string>()

const [head = '', ...rows] = matrix.trim().split('\n')
const callers = head.trim().split(/ +/)

test('every protected route is in the matrix', () => {
  const protectedRoutes = contractsOf(app).filter(({ access }) => access.token)
  assert.deepEqual(
    rows.map(row => row.split(/ +/).slice(0, 2).join(' ')).sort(),
    protectedRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

for (const row of rows) {
  const [method = '', url = '', ...cells] = row.split(/ +/)
  test(`${method} ${url}`, async () => {
    const scope = contractsOf(app).find(one => one.method === method && one.path === url)?.access.scope
    const answers: Record<string, string> = {}
    for (const [place, caller] of callers.entries()) {
      const status = await request(method, url, caller, scope)
      assert.ok(status < 500, `${caller}: ${status}`)
      const isRefusal = status === 401 || status === 403 || String(status) === cells[place]
      answers[caller] = isRefusal ? String(status) : 'ok'
    }
    assert.deepEqual(answers, Object.fromEntries(callers.map((caller, place) => [caller, cells[place]])))
  })
}

longTest('GET /rbac/explain agrees for every route and caller', async () => {
  const ask = as(identity, keeper)
  for (const row of rows) {
    const [method = '', url = '', ...cells] = row.split(/ +/)
    for (const [caller, { id }] of Object.entries(staff)) {
      const query = new URLSearchParams({ userId: String(id), method, path: pathFor(url, caller) })
      const { verdict, route, steps } = (await ask('GET', `/rbac/explain?${query}`)).json().item
      assert.deepEqual([route.method, route.path], [method, url])
      const isAllowed = verdict === 'yes' || (verdict === 'own' && caller === 'self')
      const cell = cells[callers.indexOf(caller)]
      assert.equal(isAllowed, cell === 'ok', `${row}\n${caller}: ${verdict}\n${JSON.stringify(steps)}`)
    }
  }
})

function pathFor(url: string, caller: string) {
  const subject = caller === 'self' ? user : other
  return url.replace(/^\/users\/:id/, `/users/${subject.id}`).replace(/:\w+|\*/g, NOWHERE)
}

async function request(method: string, url: string, caller: string, scope?: string) {
  const subject = caller === 'self' ? user : other
  const path = pathFor(url, caller)
  const body = method === 'GET' || method === 'DELETE' ? {} : { payload: {} }
  const addressed = await subjects[`${method} ${url}`]?.(subject.id)
  const token = await callerToken(caller, scope)
  const headers = { ...addressed?.headers, ...(token && { authorization: `Bearer ${token}` }) }
  const options = { method, url: path, ...body, ...addressed, headers } as InjectOptions
  const response = await app.inject(options)
  const { statusCode } = response
  if (method === 'GET' || statusCode >= 400) {
    const called = await callWith(token, method, url, options)
    const expected = called && outcomeOf(response)
    if (/health-report|statistics/.test(url))
      assert.equal(called?.status, expected?.status) // they tell the time
    else assert.deepEqual(called, expected, `${caller}: ${method} ${url}`)
  }
  if (/^\/auth\/logout|sessions$/.test(url)) tokens.clear()
  return statusCode
}

/** Does without HTTP what the request does; a token that HTTP refuses has no actor. */
async function callWith(token: string | undefined, method: string, path: string, options: InjectOptions) {
  const actor = token ? (await checkOwnAccessToken(identity.deps, token))?.actor : null
  if (token && !actor) return undefined
  const {
    url,
    query,
    payload: body,
  } = options as { url: string; query?: Record<string, string>; payload?: object }
  const address = query ? `${url}?${new URLSearchParams(query)}` : url
  return callOutcome(app, actor, { method, path, url: address, body })
}

async function callerToken(caller: string, scope?: string) {
  if (caller === 'none') return undefined
  if (caller === 'archived') return archived
  const person = staff[caller]
  const name = `${person?.id ?? caller} ${scope}`
  const known = tokens.get(name)
  if (known) return known
  const lacks = caller === 'without' ? scope : undefined
  const token = await (person
    ? tokenOf(person)
    : clientToken([...allScopes, ...clientScopes].filter(each => each !== lacks)))
  tokens.set(name, token)
  return token
}

async function tokenOf(person: Person) {
  return (await signIn(identity, person)).access_token
}

async function clientToken(scopes: string[]): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: client.clientId, scope: scopes.join(' ') }
  return (await tokenRequest(identity, { ...form, client_secret: client.clientSecret ?? '' })).json()
    .access_token
}

async function archivedToken() {
  const gone = await createUser(identity, 'owner')
  const token = await tokenOf(gone)
  assert.equal((await as(identity, token)('GET', '/users')).statusCode, 200)
  assert.equal((await as(identity, keeper)('DELETE', `/users/${gone.id}`)).statusCode, 200)
  return token
}

async function createContact(userId: number): Promise<number> {
  const contact = { userId, type: 'other', value: 'Here' }
  return (await as(identity, keeper)('POST', '/user-contacts', contact)).json().item.id
}

async function createEducation(userId: number): Promise<number> {
  const education = { userId, institution: 'School' }
  return (await as(identity, keeper)('POST', '/user-educations', education)).json().item.id
}

async function uploadFile(userId: number): Promise<number> {
  const { payload, headers } = await createFileForm(userId)
  const response = await app.inject({
    method: 'POST',
    url: '/storage/files',
    payload,
    headers: { ...headers, authorization: `Bearer ${keeper}` },
  })
  return response.json().item.id
}

async function createFileForm(userId: number): Promise<InjectOptions> {
  const form = new FormData()
  form.append('userId', String(userId))
  form.append('file', new Blob(['a note']), 'note.txt')
  return formOf(form)
}

async function createLogoForm(): Promise<InjectOptions> {
  const form = new FormData()
  form.append('file', new Blob([png]), 'logo.png')
  return formOf(form)
}

async function formOf(form: FormData): Promise<InjectOptions> {
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  return {
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}
