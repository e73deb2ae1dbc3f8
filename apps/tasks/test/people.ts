import assert from 'node:assert/strict'
import { assignRole } from '@atrium/identity/access-control/user-role.queries'
import { createPasswordHasher } from '@atrium/identity/sign-in/authenticators/password-hash'
import { setPasswordHash } from '@atrium/identity/users/credentials.queries'
import { insertUser } from '@atrium/identity/users/user.queries'
import { cheapHashing, testPassword } from '@atrium/testing/passwords'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { BothServices } from './both-services.ts'

let people = 0

export interface Person {
  passportId: number
  email: string
  password: string
}

/** Each user has a hash of the same password; hashing it for everyone would take longer than the tests of some files. */
const passwordHash = createPasswordHasher(cheapHashing).hash(testPassword)

/** A user of the identity service with a confirmed email address, not yet known to the task service. */
export async function createPerson({ identityDeps }: BothServices, ...roles: string[]): Promise<Person> {
  people += 1
  const email = `person${people}@example.org`
  const phone = `+1202555${String(1000 + people)}`
  const now = identityDeps.now().toISOString()
  const hash = await passwordHash
  const passportId = await identityDeps.db.transaction().execute(async tx => {
    const names = { surname: 'Sample', name: 'Sam' }
    const id = await insertUser(tx, { ...names, email, phone, consentAt: now, emailVerifiedAt: now })
    await setPasswordHash(tx, id, hash, now)
    for (const role of ['user', ...roles]) await assignRole(tx, id, role)
    return id
  })
  return { passportId, email, password: testPassword }
}

/** Someone registers themselves; the identity service records it and sends them an email. */
export async function register({ identity }: BothServices, email: string) {
  const names = { surname: 'Sample', name: 'Sam' }
  const payload = { ...names, email, phone: '+12025550100', password: testPassword, consent: true }
  const { statusCode, body } = await identity.inject({ method: 'POST', url: '/users', payload })
  assert.equal(statusCode, 200, body)
}

type Identity = Pick<BothServices, 'identityDeps'>

export async function confirmEmail(
  { identityDeps: { db } }: Identity,
  passportId: number,
  isConfirmed = true,
) {
  const emailVerifiedAt = isConfirmed ? new Date().toISOString() : null
  await db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', passportId).execute()
}

/** Tokens issued to the task service's own client, as a mobile app would get them. */
export async function tokensFor({ identity, environment }: BothServices, person: Person) {
  const response = await identity.inject({
    method: 'POST',
    url: '/token',
    payload: {
      grant_type: 'password',
      username: person.email,
      password: person.password,
      client_id: environment.TASKS_CLIENT_ID,
      client_secret: environment.TASKS_CLIENT_SECRET,
    },
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json() as { access_token: string; refresh_token: string }
}

export function as({ app }: Pick<BothServices, 'app'>, accessToken: string) {
  return (
    method: InjectOptions['method'],
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ) => app.inject({ method, url, payload, headers: { ...headers, authorization: `Bearer ${accessToken}` } })
}

/** Calls the identity service as its own pages do. */
export async function atIdentity({ identity }: Pick<BothServices, 'identity'>, { email, password }: Person) {
  const payload = { username: email, password }
  const cookies = cookiesOf(await identity.inject({ method: 'POST', url: '/auth/login', payload }))
  return (method: InjectOptions['method'], url: string, body?: object) =>
    identity.inject({ method, url, cookies, payload: body })
}

/** Takes the role owner from a user, as an owner does in the administration. */
export async function demote(services: BothServices, owner: Person, passportId: number) {
  const call = await atIdentity(services, owner)
  const { items } = (await call('GET', `/user-roles?userId=${passportId}`)).json()
  const { id } = items.find(({ role }: { role: string }) => role === 'owner')
  assert.equal((await call('DELETE', `/user-roles/${id}`)).statusCode, 200)
}

export function cookiesOf(response: LightMyRequestResponse): Record<string, string> {
  return Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
}

/** Does what a browser does between `/auth/login` and the callback; returns the callback URL. */
export async function signInAtIdentity({ identity }: BothServices, person: Person, loginPage: string) {
  const address = unescaped(loginPage.match(/href="([^"]*\/auth\/authorize[^"]*)"/)?.[1] ?? '')
  const { pathname, search } = new URL(address)
  const page = await identity.inject({ url: pathname + search, headers: { accept: 'text/html' } })
  const hidden = [...page.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const form = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)]))
  const answer = await identity.inject({
    method: 'POST',
    url: '/auth/authorize',
    cookies: cookiesOf(page),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, username: person.email, password: person.password }).toString(),
  })
  assert.equal(answer.statusCode, 302, answer.body)
  const callback = new URL(String(answer.headers.location))
  return { callback: callback.pathname + callback.search, identityCookies: cookiesOf(answer) }
}

function unescaped(text: string) {
  return text.replaceAll('&amp;', '&')
}
