import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedIdentity, startIdentity } from '../identity-service.ts'
import { as, asPerson, cookiesOf, createUser, type Person, signIn } from '../people.ts'

const identity = await sharedIdentity()
const { app } = identity
const owner = await asPerson(identity, await createUser(identity, 'owner'))
const HOST = 'wiki.example.org'

const group = (await owner('POST', '/groups', { name: 'Авторы, главные' })).json().item
const wiki = (
  await owner('POST', '/forward-applications', {
    name: 'Wiki',
    hosts: ['Wiki.Example.org:443'],
    publicPaths: ['/logo.svg', '/open/*'],
  })
).json().item

interface Asked {
  uri?: string
  host?: string
  method?: string
  accept?: string
  cookies?: Record<string, string>
  redirect?: '401'
}

/** Asks like a proxy. */
function ask({ uri = '/page?x=1', host = HOST, method = 'GET', accept = 'text/html', ...asked }: Asked = {}) {
  return app.inject({
    url: `/auth/forward${asked.redirect ? `?redirect=${asked.redirect}` : ''}`,
    headers: {
      accept,
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
      'x-forwarded-uri': uri,
      'x-forwarded-method': method,
    },
    cookies: asked.cookies ?? {},
  })
}

function pathOf(location: unknown) {
  const { pathname, search } = new URL(String(location), 'http://localhost:4000')
  return pathname + search
}

/** Takes every step of the sign-in, and returns the cookies of the application's host. */
async function signInAtWiki(person: Person) {
  const asked = await ask()
  const state = cookiesOf(asked)
  const session = await signIn(identity, person)
  const started = await app.inject({ url: pathOf(asked.headers.location), cookies: { ...session } })
  const { origin, pathname, search } = new URL(String(started.headers.location))
  assert.deepEqual([origin, pathname], ['https://wiki.example.org', '/.atrium/callback'])
  const finished = await ask({ uri: pathname + search, cookies: state })
  assert.deepEqual([finished.statusCode, finished.headers.location], [302, '/page?x=1'], finished.body)
  return { cookies: cookiesOf(finished), session, callback: pathname + search, state }
}

test('a page without a session leads to the sign-in page and back, and then its requests pass with who sends them', async () => {
  const person = await createUser(identity)
  await owner('PUT', `/groups/${group.id}/members/${person.id}`)
  const asked = await ask()
  assert.equal(asked.statusCode, 302)
  const signInPage = await app.inject({ url: pathOf(asked.headers.location) })
  assert.match(String(signInPage.headers.location), /^\/auth\/authorize\?/)

  const { cookies } = await signInAtWiki(person)
  const passed = await ask({ cookies })
  assert.equal(passed.statusCode, 200)
  assert.equal(passed.headers['remote-user'], String(person.id))
  assert.equal(passed.headers['remote-email'], person.email)
  assert.ok(passed.headers['remote-name'])
  const groups = Buffer.from(String(passed.headers['remote-groups']), 'latin1').toString()
  assert.equal(groups, 'Авторы  главные')
  assert.equal((await ask({ cookies, method: 'POST', accept: '*/*' })).statusCode, 200)
})

test('what is no page gets 401 without a session, and nginx gets the address of the sign-in page with it', async () => {
  for (const asked of [{ method: 'POST' }, { method: 'HEAD' }, { accept: 'application/json' }]) {
    const refused = await ask(asked)
    assert.deepEqual([refused.statusCode, refused.headers.location], [401, undefined])
  }
  const page = await ask({ redirect: '401' })
  assert.equal(page.statusCode, 401)
  assert.match(String(page.headers.location), /\/auth\/forward\/start\?/)
})

test('only known hosts lead to the sign-in page', async () => {
  const cookies = (await signInAtWiki(await createUser(identity))).cookies
  for (const host of ['evil.example.org', 'wiki.example.org.evil.net', 'wiki.example.org:8443']) {
    assert.equal((await ask({ host })).statusCode, 401)
    assert.equal((await ask({ host, cookies })).statusCode, 401)
  }
  const to = new URLSearchParams({ to: 'https://evil.example.org/', digest: 'x' })
  const start = await app.inject({
    url: `/auth/forward/start?${to}`,
    headers: { accept: 'application/json' },
  })
  assert.equal(start.statusCode, 404)
})

test('public paths pass without a session, but not in disguise', async () => {
  for (const uri of ['/logo.svg', '/logo.svg?v=2', '/open/', '/open/a/b'])
    assert.equal((await ask({ uri })).statusCode, 200, uri)
  for (const uri of [
    '/logo.svgx',
    '/Open/a',
    '/open',
    '/open/../admin',
    '/open/%2e%2e/admin',
    '/open/..%2fadmin',
    '/open//../admin',
    '/open/..;/admin',
    '/open/..\\admin',
  ])
    assert.equal((await ask({ uri })).statusCode, 302, uri)
})

test('a required group is asked for at once', async () => {
  const person = await createUser(identity)
  const { cookies } = await signInAtWiki(person)
  const required = await owner('PUT', `/forward-applications/${wiki.id}`, { requiredGroups: [group.id] })
  assert.deepEqual(required.json().item.requiredGroups, [group.id])
  assert.equal((await ask({ cookies })).statusCode, 403)
  await owner('PUT', `/groups/${group.id}/members/${person.id}`)
  assert.equal((await ask({ cookies })).statusCode, 200)
  await owner('DELETE', `/groups/${group.id}/members/${person.id}`)
  assert.equal((await ask({ cookies })).statusCode, 403)
  await owner('PUT', `/forward-applications/${wiki.id}`, { requiredGroups: [] })
  assert.equal((await ask({ cookies })).statusCode, 200)
})

test('an ended session and an archived user no longer pass', async () => {
  const person = await createUser(identity)
  const { cookies, session } = await signInAtWiki(person)
  await as(identity, session.access_token)('POST', '/auth/logout')
  assert.equal((await ask({ cookies })).statusCode, 302)
  const again = await signInAtWiki(person)
  await owner('DELETE', `/users/${person.id}`)
  assert.equal((await ask({ cookies: again.cookies })).statusCode, 302)
})

test('a callback works once, in the browser that started, and for its host', async () => {
  await owner('POST', '/forward-applications', { name: 'Other', hosts: ['other.example.org'] })
  const { callback, state, cookies } = await signInAtWiki(await createUser(identity))
  assert.equal((await ask({ uri: callback, cookies: state })).statusCode, 403)
  const asked = await ask()
  const session = await signIn(identity, await createUser(identity))
  const started = await app.inject({ url: pathOf(asked.headers.location), cookies: { ...session } })
  const ticket = pathOf(started.headers.location)
  assert.equal((await ask({ uri: ticket })).statusCode, 403)
  assert.equal((await ask({ uri: ticket, cookies: { atrium_forward_state: 'another' } })).statusCode, 403)
  assert.equal(
    (await ask({ uri: ticket, host: 'other.example.org', cookies: cookiesOf(asked) })).statusCode,
    403,
  )
  assert.equal((await ask({ host: 'other.example.org', cookies })).statusCode, 302)
  const forged = { atrium_forward: `${cookies.atrium_forward?.slice(0, -3)}abc` }
  assert.equal((await ask({ cookies: forged })).statusCode, 302)
  const leaving = ticket.replace(/to=[^&]*/, `to=${encodeURIComponent('//evil.example.org')}`)
  const finished = await ask({ uri: leaving, cookies: cookiesOf(asked) })
  assert.deepEqual([finished.statusCode, finished.headers.location], [302, '/'])
})

test('headers of a sender that TRUST_PROXY does not name are not believed', async () => {
  const careful = await startIdentity({ RATE_LIMIT: 'off' })
  const admin = await asPerson(careful, await createUser(careful, 'owner'))
  await admin('POST', '/forward-applications', { name: 'Wiki', hosts: [HOST] })
  const headers = { accept: 'text/html', 'x-forwarded-host': HOST, 'x-forwarded-uri': '/' }
  const response = await careful.app.inject({ url: '/auth/forward', headers })
  assert.equal(response.statusCode, 401)
})

test('hosts belong to one application, and hosts and groups are checked', async () => {
  const taken = await owner('POST', '/forward-applications', { name: 'Twin', hosts: ['WIKI.example.org'] })
  assert.deepEqual([taken.statusCode, taken.json().error.details.reason], [409, 'forward_host_taken'])
  for (const host of ['', 'https://wiki.example.org', '*.example.org', 'a b', 'localhost:4000'])
    assert.equal(
      (await owner('POST', '/forward-applications', { name: 'Bad', hosts: [host] })).statusCode,
      422,
      host,
    )
  const changes = { name: 'Lost', hosts: ['lost.example.org'], requiredGroups: [999_999] }
  assert.equal((await owner('POST', '/forward-applications', changes)).statusCode, 422)
  assert.equal((await owner('PUT', `/forward-applications/${wiki.id}`, changes)).statusCode, 422)
  const { item } = (await owner('GET', `/forward-applications/${wiki.id}`)).json()
  assert.deepEqual([item.name, item.hosts], ['Wiki', [HOST]])
  const created = (
    await owner('POST', '/forward-applications', { name: 'Gone', hosts: ['gone.example.org'] })
  ).json()
  assert.equal((await owner('DELETE', `/forward-applications/${created.item.id}`)).statusCode, 200)
  assert.equal((await owner('GET', `/forward-applications/${created.item.id}`)).statusCode, 404)
  assert.equal((await owner('GET', '/forward-applications')).json().items.length, 2)
})
