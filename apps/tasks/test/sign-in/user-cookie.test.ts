import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBothServices } from '../both-services.ts'
import { cookiesOf, createPerson, type Person, signInAtIdentity } from '../people.ts'

const services = await startBothServices()

async function signIn(at: typeof services, person: Person) {
  const { app } = at
  const start = await app.inject({ url: '/auth/sign-in', headers: { accept: 'text/html' } })
  const { callback } = await signInAtIdentity(at, person, `href="${start.headers.location}"`)
  return app.inject({ url: callback, cookies: cookiesOf(start) })
}

test('a cookie that scripts can read names the user, from the sign-in to the sign-out', async () => {
  const { app } = services
  const first = await signIn(services, await createPerson(services))
  const cookie = first.cookies.find(({ name }) => name === 'app_user')
  assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [undefined, 'Lax', '/'])
  const session = cookiesOf(first)

  const { app_user: own = '', ...tokens } = session
  const started = await app.inject({ url: '/startup', cookies: tokens })
  assert.equal(String(started.json().item.user.id), own)
  assert.equal(cookiesOf(started).app_user, own, 'a browser without the cookie gets it again')

  const second = await signIn(services, await createPerson(services))
  assert.notEqual(cookiesOf(second).app_user, own, 'the next user who signs in replaces it')

  const ended = await app.inject({ url: '/auth/logout', cookies: session })
  assert.equal(cookiesOf(ended).app_user, '')
  const visitor = await app.inject({ url: '/startup', cookies: { app_user: own } })
  assert.equal(visitor.json().item, null)
  assert.equal(cookiesOf(visitor).app_user, '', 'it does not outlive the session')
  assert.deepEqual((await app.inject({ url: '/startup' })).cookies, [])
})

test('an installation that keeps nothing in browsers sets no such cookie, and removes it', async () => {
  const strict = await startBothServices({ OFFLINE_DATA: 'off' })
  const signedIn = await signIn(strict, await createPerson(strict))
  assert.equal(cookiesOf(signedIn).app_user, '')
  const started = await strict.app.inject({ url: '/startup', cookies: cookiesOf(signedIn) })
  assert.ok(started.json().item.user.id)
  assert.equal(cookiesOf(started).app_user, '')
})
