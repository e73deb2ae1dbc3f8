import assert from 'node:assert/strict'
import { testPassword } from '@atrium/testing/passwords'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { assignRole } from '#access-control/user-role.queries.ts'
import { createClient } from '#oauth/clients/client.commands.ts'
import type { NewClient } from '#oauth/clients/client.contract.ts'
import { insertUser, markEmailVerified } from '#users/user.queries.ts'
import type { Identity } from './identity-service.ts'

let people = 0

export const goodPassword = testPassword

export function registrationInput(overrides: Record<string, unknown> = {}) {
  people += 1
  return {
    email: `person${people}@example.org`,
    phone: `+1202555${String(1000 + people)}`,
    password: goodPassword,
    surname: 'Sample',
    name: 'Sam',
    consent: true,
    ...overrides,
  }
}

export interface Person {
  id: number
  email: string
  phone: string
  password: string
}

/** A registered user, with more roles if given. */
export async function createUser({ app, deps }: Identity, ...roles: string[]): Promise<Person> {
  const registration = registrationInput()
  const response = await app.inject({ method: 'POST', url: '/users', payload: registration })
  assert.equal(response.statusCode, 200, response.body)
  const { id, phone } = response.json().item
  for (const role of roles) await assignRole(deps.db, id, role)
  return { id, phone, email: registration.email, password: registration.password }
}

/** A user with a confirmed address, which a second factor or a passkey requires. */
export async function createConfirmedUser(identity: Identity, ...roles: string[]): Promise<Person> {
  const person = await createUser(identity, ...roles)
  await markEmailVerified(identity.deps.db, person.id, identity.deps.now().toISOString())
  return person
}

/** Someone who came from another provider: without a password, a phone number and a consent. */
export async function createUserFromElsewhere({ deps }: Identity) {
  people += 1
  const email = `elsewhere${people}@example.org`
  const names = { surname: 'Sample', name: 'Else' }
  const emailVerifiedAt = deps.now().toISOString()
  const id = await insertUser(deps.db, { email, phone: null, consentAt: null, emailVerifiedAt, ...names })
  await assignRole(deps.db, id, 'user')
  const identity = { provider: 'corporate', issuer: 'https://id.example.org', subject: `subject-${people}` }
  await deps.db
    .insertInto('identities')
    .values({ userId: id, ...identity })
    .execute()
  return { id, email, ...identity }
}

export interface Session {
  access_token: string
  refresh_token: string
}

export function cookiesOf(response: LightMyRequestResponse): Record<string, string> {
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
}

export async function signIn(
  { app }: Pick<Identity, 'app'>,
  person: Person,
  scope?: string,
): Promise<Session> {
  const payload = { username: person.email, password: person.password, ...(scope && { scope }) }
  const response = await app.inject({ method: 'POST', url: '/auth/login', payload })
  assert.equal(response.statusCode, 200, response.body)
  return cookiesOf(response) as unknown as Session
}

/** A caller with the access token in the header. */
export function as({ app }: Pick<Identity, 'app'>, accessToken: string) {
  return (method: InjectOptions['method'], url: string, payload?: object) =>
    app.inject({ method, url, payload, headers: { authorization: `Bearer ${accessToken}` } })
}

/** A signed-in user, with all scopes or the given ones. */
export async function asPerson(identity: Pick<Identity, 'app'>, person: Person, scope?: string) {
  return as(identity, (await signIn(identity, person, scope)).access_token)
}

/** A client with its own token. */
export async function asClient(identity: Identity, scope: string) {
  const client = await registerClient(identity, { grantTypes: 'client_credentials', redirectUris: [], scope })
  const form = { grant_type: 'client_credentials', client_id: client.clientId, scope }
  const response = await tokenRequest(identity, { ...form, client_secret: client.clientSecret ?? '' })
  return as(identity, response.json().access_token)
}

export function registerClient({ deps }: Identity, overrides: Partial<NewClient> = {}) {
  return createClient(deps, {
    name: 'Sample application',
    grantTypes: 'authorization_code refresh_token client_credentials password',
    scope: 'user:read user:write',
    redirectUris: ['https://app.example.org/callback'],
    resources: [],
    isPublic: false,
    ...overrides,
  })
}

export function tokenRequest(
  { app }: Pick<Identity, 'app'>,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return app.inject({
    method: 'POST',
    url: '/token',
    payload: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

export async function introspect({ app }: Pick<Identity, 'app'>, token: string) {
  const response = await app.inject({ method: 'POST', url: '/token/introspect', payload: { token } })
  assert.equal(response.statusCode, 200)
  return response.json()
}
