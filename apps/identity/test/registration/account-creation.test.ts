import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { origin, startIdentity } from '../identity-service.ts'
import { registerRelyingParty, signInTo } from '../openid-flow.ts'
import {
  asClient,
  createConfirmedUser,
  type Person,
  registerClient,
  registrationInput,
  signIn,
  tokenRequest,
} from '../people.ts'

const identity = await startIdentity({ TWO_FACTOR_ROLES: 'guarded' })
const { app, deps } = identity
const owner = await createConfirmedUser(identity, 'owner')

type Headers = Record<string, string>

function register(headers: Headers, body = registrationInput()) {
  return app.inject({ method: 'POST', url: '/users', headers, payload: body })
}

function bearer(token: string): Headers {
  return { authorization: `Bearer ${token}` }
}

async function ownersCookie() {
  return { cookie: `access_token=${(await signIn(identity, owner)).access_token}` }
}

/** A token of the owner for an application that has one scope only. */
async function applicationToken(person: Person, scope: string) {
  const client = await registerClient(identity, { grantTypes: 'password', scope, redirectUris: [] })
  const form = { grant_type: 'password', username: person.email, password: person.password }
  const secret = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  return (await tokenRequest(identity, { ...form, ...secret })).json().access_token as string
}

/** An owner whose role requires a second factor that is not set up yet. */
async function ownerWithoutSecondFactor() {
  const person = await createConfirmedUser(identity, 'owner')
  const { id } = await deps.db
    .insertInto('roles')
    .values({ name: 'guarded', level: 12, description: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.db.insertInto('userRoles').values({ userId: person.id, roleId: id }).execute()
  return person
}

const sibling = { origin: 'https://other.example', 'sec-fetch-site': 'same-site' }

/** Callers who create no account for others, whatever their roles are. */
const visitors: Record<string, () => Promise<Headers>> = {
  'a visitor': async () => ({}),
  'an owner’s token with another scope': async () =>
    bearer((await signIn(identity, owner, 'user-contacts:read')).access_token),
  'an owner’s token of a relying party': async () => {
    const client = await registerRelyingParty(identity, { scope: 'openid' })
    return bearer((await signInTo(identity, client, owner)).tokens.access_token)
  },
  'an owner’s token of a third-party application': async () =>
    bearer(await applicationToken(owner, 'user:read')),
  'an owner’s cookie from another origin': async () => ({ ...(await ownersCookie()), ...sibling }),
  'an owner without the required second factor': async () =>
    bearer((await signIn(identity, await ownerWithoutSecondFactor())).access_token),
  'a user with every scope': async () =>
    bearer((await signIn(identity, await createConfirmedUser(identity))).access_token),
}

const creators: Record<string, () => Promise<Headers>> = {
  'an owner’s token with user:manage': async () =>
    bearer((await signIn(identity, owner, 'user:manage')).access_token),
  'an owner’s cookie from the administration': async () => ({
    ...(await ownersCookie()),
    origin,
    'sec-fetch-site': 'same-origin',
  }),
  'an administrator’s token': async () =>
    bearer((await signIn(identity, await createConfirmedUser(identity, 'admin'))).access_token),
}

async function withRegistration(mode: 'open' | 'invited' | 'closed', work: () => Promise<void>) {
  deps.settings.REGISTRATION = mode
  try {
    await work()
  } finally {
    deps.settings.REGISTRATION = 'open'
  }
}

function auditOf(response: LightMyRequestResponse) {
  const { id } = response.json().item
  return deps.db
    .selectFrom('auditEntries')
    .select(['action', 'actorId'])
    .where('subjectId', '=', id)
    .where('subjectType', '=', 'user')
    .executeTakeFirstOrThrow()
}

for (const [caller, headersOf] of Object.entries(visitors)) {
  test(`${caller} creates an account only where registration is open, and never for others`, async () => {
    const headers = await headersOf()
    for (const [mode, reason] of [
      ['closed', 'registration_closed'],
      ['invited', 'invitation_required'],
    ] as const) {
      await withRegistration(mode, async () => {
        const refused = await register(headers)
        assert.equal(refused.statusCode, 403, refused.body)
        assert.equal(refused.json().error.details.reason, reason)
      })
    }
    const registered = await register(headers)
    assert.equal(registered.statusCode, 200, registered.body)
    const { id } = registered.json().item
    assert.deepEqual(await auditOf(registered), { action: 'user.registered', actorId: id })
  })
}

for (const [caller, headersOf] of Object.entries(creators)) {
  test(`${caller} creates accounts for others in every mode of registration`, async () => {
    const headers = await headersOf()
    for (const mode of ['open', 'invited', 'closed'] as const) {
      await withRegistration(mode, async () => {
        const created = await register(headers)
        assert.equal(created.statusCode, 200, created.body)
        assert.equal((await auditOf(created)).action, 'user.created')
      })
    }
  })
}

test('a client needs user:manage to create accounts', () =>
  withRegistration('closed', async () => {
    const [manager, writer] = [
      await asClient(identity, 'user:manage'),
      await asClient(identity, 'user:read user:write'),
    ]
    assert.equal((await manager('POST', '/users', registrationInput())).statusCode, 200)
    assert.equal((await writer('POST', '/users', registrationInput())).statusCode, 403)
  }))

test('a foreign page that sends an owner’s cookie in a form creates no account', () =>
  withRegistration('closed', async () => {
    const form = new URLSearchParams(
      Object.entries(registrationInput()).map(([name, value]): [string, string] => [name, String(value)]),
    )
    const refused = await app.inject({
      method: 'POST',
      url: '/users',
      headers: {
        ...(await ownersCookie()),
        ...sibling,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: String(form),
    })
    assert.equal(refused.statusCode, 403, refused.body)
  }))
