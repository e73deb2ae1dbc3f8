import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { synchroniseUsers } from '#administration/synchronisation.commands.ts'
import { sharedServices, startBothServices } from '../both-services.ts'
import { as, cookiesOf, createPerson, demote, type Person, signInAtIdentity, tokensFor } from '../people.ts'
import { createUser } from '../team.ts'

const services = await sharedServices()
const { app, identity, environment } = services

async function signIn(person: Awaited<ReturnType<typeof createPerson>>, login = '/auth/login') {
  const page = await app.inject({ url: login, headers: { accept: 'text/html' } })
  assert.equal(page.statusCode, 200)
  const { callback, identityCookies } = await signInAtIdentity(services, person, page.body)
  const answer = await app.inject({ url: callback, cookies: cookiesOf(page) })
  return { page, callback, answer, identityCookies }
}

test('the login page redirects after three seconds, has a link, and binds the state to the browser', async () => {
  const page = await app.inject({ url: '/auth/login', headers: { accept: 'text/html' } })
  assert.match(page.body, /http-equiv="refresh" content="3;url=/)
  assert.match(page.body, new RegExp(`href="${environment.IDENTITY_URL}/auth/authorize`))
  const [state] = page.cookies
  assert.equal(state?.name, 'app_oauth_state')
  assert.equal(state?.httpOnly, true)
  assert.equal(state?.maxAge, 600)
})

test('the first sign-in sets the cookies and creates a personal project', async () => {
  const { answer } = await signIn(await createPerson(services))
  assert.equal(answer.statusCode, 302, answer.body)
  assert.equal(answer.headers.location, environment.FRONTEND_URL)
  const lifetimes = answer.cookies.map(({ name, maxAge, httpOnly, sameSite, path }) => [
    name,
    maxAge,
    httpOnly,
    sameSite,
    path,
  ])
  assert.deepEqual(lifetimes.slice(-3), [
    ['app_access_token', 3600, true, 'Lax', '/'],
    ['app_refresh_token', 2_592_000, true, 'Lax', '/'],
    ['app_user', 2_592_000, undefined, 'Lax', '/'],
  ])
  const cookies = cookiesOf(answer)
  const me = (await app.inject({ url: '/users/me', cookies })).json().item
  assert.deepEqual(me.roles, ['user'])
  assert.deepEqual(me.permissions, ['feedback.create', 'projects.create', 'roles.read', 'users.read'])
  const projects = (await app.inject({ url: '/project', cookies })).json()
  assert.deepEqual(
    projects.items.map(({ name, type, myRole }: Record<string, string>) => [name, type, myRole]),
    [['Personal', 'personal', 'owner']],
  )
})

longTest(
  'the first project is in the language of the user, also if a synchronization created it',
  async () => {
    const newcomer = await createPerson(services)
    assert.deepEqual(await firstProject(newcomer), [
      'Личное',
      'ЛИЧ',
      'Доска',
      'К выполнению',
      'В работе',
      'Готово',
    ])
    const colleague = await createPerson(services)
    await synchroniseUsers(services.deps)
    assert.deepEqual(await firstProject(colleague), [
      'Личное',
      'ЛИЧ',
      'Доска',
      'К выполнению',
      'В работе',
      'Готово',
    ])

    const busy = await createPerson(services)
    await synchroniseUsers(services.deps)
    await services.deps.db
      .updateTable('projects')
      .set({ updatedAt: services.deps.now().toISOString() })
      .where('ownerId', '=', eb => eb.selectFrom('users').where('email', '=', busy.email).select('id'))
      .execute()
    assert.deepEqual(await firstProject(busy), ['Personal', 'PER', 'Board', 'To do', 'In progress', 'Done'])
  },
)

/** Signs in with a Russian browser; returns the names of the personal project, its board and its columns. */
async function firstProject(person: Person) {
  const headers = { 'accept-language': 'ru-RU,ru;q=0.9' }
  const page = await app.inject({ url: '/auth/login', headers })
  const { callback } = await signInAtIdentity(services, person, page.body)
  const cookies = cookiesOf(await app.inject({ url: callback, headers, cookies: cookiesOf(page) }))
  const { id, name, key } = (await app.inject({ url: '/project', cookies })).json().items[0]
  const board = (await app.inject({ url: `/project/${id}/board`, cookies })).json().items[0]
  const { columns } = (await app.inject({ url: `/board/${board.id}`, cookies })).json().item
  return [name, key, board.name, ...columns.map(({ title }: { title: string }) => title)]
}

test('signing in returns to the page it started from, but never to another site', async () => {
  const person = await createPerson(services)
  const own = await signIn(person, '/auth/login?return=/app/project/7%3Ftab%3Dboard')
  assert.equal(own.answer.headers.location, `${environment.FRONTEND_URL}project/7?tab=board`)
  const short = await signIn(person, '/auth/login?return=/project/7')
  assert.equal(short.answer.headers.location, `${environment.FRONTEND_URL}project/7`)
  for (const foreign of ['https://evil.example/app/', '//evil.example/', '/app', 'javascript:alert(1)']) {
    const { answer } = await signIn(person, `/auth/login?return=${encodeURIComponent(foreign)}`)
    assert.equal(answer.headers.location, environment.FRONTEND_URL)
  }
})

longTest(
  'a FRONTEND_URL without a trailing slash cannot redirect to a host with the same prefix',
  async () => {
    const { app, identity, ...bare } = await startBothServices({ FRONTEND_URL: 'https://front.example' })
    const person = await createPerson({ app, identity, ...bare })
    for (const [wanted, location] of [
      ['https://front.example.evil.example/', 'https://front.example'],
      ['/board/7', 'https://front.example/board/7'],
    ]) {
      const page = await app.inject(`/auth/login?return=${encodeURIComponent(wanted ?? '')}`)
      const { callback } = await signInAtIdentity({ app, identity, ...bare }, person, page.body)
      const answer = await app.inject({ url: callback, cookies: cookiesOf(page) })
      assert.equal(answer.headers.location, location)
    }
  },
)

test('a wrong, missing or reused state returns 400', async () => {
  const { page, callback, answer } = await signIn(await createPerson(services))
  assert.equal(answer.statusCode, 302)
  assert.equal((await app.inject({ url: callback })).statusCode, 400)
  assert.equal((await app.inject({ url: callback, cookies: cookiesOf(answer) })).statusCode, 400)
  assert.equal((await app.inject({ url: callback, cookies: cookiesOf(page) })).statusCode, 400)
  assert.equal((await app.inject({ url: '/users/me', cookies: cookiesOf(answer) })).statusCode, 200)
  const wrong = await app.inject({
    url: callback.replace(/state=[^&]+/, 'state=wrong'),
    cookies: cookiesOf(page),
  })
  assert.equal(wrong.statusCode, 400)
  const forged = await app.inject({ url: callback, cookies: { app_oauth_state: 'eyJ9.forged' } })
  assert.equal(forged.statusCode, 400)
})

longTest('a sign-in that took too long starts again with the same return path', async () => {
  const { app, deps } = await services.startInstance()
  const page = await app.inject('/auth/login?return=/app/project/7%3Ftab%3Dboard')
  const { callback, identityCookies } = await signInAtIdentity(
    services,
    await createPerson(services),
    page.body,
  )
  const begunAt = deps.now()
  deps.now = () => new Date(begunAt.getTime() + 601_000)
  const late = await app.inject({ url: callback, cookies: cookiesOf(page) })
  assert.equal(late.statusCode, 302, late.body)
  assert.deepEqual(Object.keys(cookiesOf(late)), ['app_oauth_state'])

  const asked = new URL(String(late.headers.location))
  assert.equal(asked.origin + asked.pathname, `${environment.IDENTITY_URL}/auth/authorize`)
  const passed = await identity.inject({ url: asked.pathname + asked.search, cookies: identityCookies })
  const back = new URL(String(passed.headers.location))
  const answer = await app.inject({ url: back.pathname + back.search, cookies: cookiesOf(late) })
  assert.equal(answer.headers.location, `${environment.FRONTEND_URL}project/7?tab=board`)
  assert.equal((await app.inject({ url: '/users/me', cookies: cookiesOf(answer) })).statusCode, 200)
})

test('an expired state that was not issued by this service is refused', async () => {
  const { app, deps } = await services.startInstance()
  const page = await app.inject('/auth/login?return=/app/project/7')
  const state = page.body.match(/state=([\w-]+)/)?.[1] ?? ''
  deps.now = () => new Date(Date.now() + 601_000)
  const restarts = async (state: string) =>
    (await app.inject(`/auth/callback?code=any&state=${state}`)).statusCode
  assert.equal(await restarts(state), 302)
  for (const foreign of [`${state.slice(0, -1)}_`, `_${state.slice(1)}`, state.slice(0, 43), state.slice(43)])
    assert.equal(await restarts(foreign), 400)
})

test('two tabs can sign in at the same time', async () => {
  const person = await createPerson(services)
  const headers = { accept: 'text/html' }
  const first = await app.inject({ url: '/auth/login?return=/app/one', headers })
  const second = await app.inject({ url: '/auth/login?return=/app/two', headers, cookies: cookiesOf(first) })
  let cookies = cookiesOf(second)
  for (const [page, path] of [
    [first, 'one'],
    [second, 'two'],
  ] as const) {
    const { callback } = await signInAtIdentity(services, person, page.body)
    const answer = await app.inject({ url: callback, cookies })
    assert.equal(answer.headers.location, `${environment.FRONTEND_URL}${path}`)
    cookies = { ...cookies, ...cookiesOf(answer) }
  }
})

test('an error from the identity service is passed to the front end', async () => {
  const page = await app.inject('/auth/login')
  const state = page.body.match(/state=([\w-]+)/)?.[1]
  const answer = await app.inject({
    url: `/auth/callback?error=access_denied&state=${state}`,
    cookies: cookiesOf(page),
  })
  assert.equal(answer.statusCode, 302)
  assert.equal(answer.headers.location, `${environment.FRONTEND_URL}?error=access_denied`)
})

test('a code refused by the identity service does not sign in', async () => {
  const page = await app.inject('/auth/login')
  const state = page.body.match(/state=([\w-]+)/)?.[1]
  const answer = await app.inject({
    url: `/auth/callback?code=wrong&state=${state}`,
    cookies: cookiesOf(page),
  })
  assert.equal(answer.statusCode, 401)
  assert.ok(!answer.cookies.some(({ name }) => name === 'app_access_token'))
})

test('an expired access cookie is refreshed and the request succeeds', async () => {
  const { answer } = await signIn(await createPerson(services))
  const { app_refresh_token = '' } = cookiesOf(answer)
  const response = await app.inject({ url: '/project', cookies: { app_refresh_token } })
  assert.equal(response.statusCode, 200)
  const renewed = cookiesOf(response)
  assert.notEqual(renewed.app_refresh_token, app_refresh_token)
  assert.equal((await app.inject({ url: '/project', cookies: renewed })).statusCode, 200)
})

test('an invalid refresh cookie returns 401 and clears the cookies', async () => {
  const response = await app.inject({ url: '/project', cookies: { app_refresh_token: 'worthless' } })
  assert.equal(response.statusCode, 401)
  assert.deepEqual(cookiesOf(response), {
    app_access_token: '',
    app_refresh_token: '',
    app_user: '',
    app_push: '',
  })
})

test('a link on another site cannot sign a user out', async () => {
  const { answer } = await signIn(await createPerson(services))
  const cookies = cookiesOf(answer)
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await app.inject({ url: '/auth/logout', cookies, headers })).statusCode, 403)
  assert.equal((await app.inject({ url: '/project', cookies })).statusCode, 200)
})

test('signing out ends the session here and at the identity service', async () => {
  const { answer, identityCookies } = await signIn(await createPerson(services))
  const cookies = cookiesOf(answer)
  const { access_token = '' } = identityCookies
  assert.equal((await app.inject({ url: '/project', cookies })).statusCode, 200)
  const response = await app.inject({ url: '/auth/logout', cookies: { ...cookies, access_token } })
  assert.equal(response.statusCode, 200)
  const cleared = cookiesOf(response)
  for (const name of ['app_access_token', 'app_refresh_token', 'access_token', 'refresh_token'])
    assert.equal(cleared[name], '')
  assert.equal((await app.inject({ url: '/project', cookies })).statusCode, 401)
  const active = await identity.inject({
    method: 'POST',
    url: '/token/introspect',
    payload: { token: access_token },
  })
  assert.equal(active.json().active, false)
})

test('signing out ends the identity session even if only its refresh cookie is left', async () => {
  const { answer, identityCookies } = await signIn(await createPerson(services))
  const { refresh_token = '' } = identityCookies
  const response = await app.inject({ url: '/auth/logout', cookies: { ...cookiesOf(answer), refresh_token } })
  assert.equal(cookiesOf(response).refresh_token, '')
  const refreshed = await identity.inject({
    method: 'POST',
    url: '/auth/refresh',
    cookies: { refresh_token },
  })
  assert.equal(refreshed.statusCode, 401)
})

test('signing out also ends a session that was just refreshed', async () => {
  const { answer } = await signIn(await createPerson(services))
  const cookies = cookiesOf(answer)
  const { app_refresh_token = '' } = cookies
  const refreshed = await app.inject({ url: '/users/me', cookies: { app_refresh_token } })
  await app.inject({ url: '/auth/logout', cookies })
  for (const left of [cookies, cookiesOf(refreshed)]) {
    assert.equal((await app.inject({ url: '/users/me', cookies: left })).statusCode, 401)
  }
})

test('signing out with an expired access token ends the session', async () => {
  const { answer } = await signIn(await createPerson(services))
  const { app_refresh_token = '' } = cookiesOf(answer)
  assert.equal((await app.inject({ url: '/auth/logout', cookies: { app_refresh_token } })).statusCode, 200)
  assert.equal((await app.inject({ url: '/project', cookies: { app_refresh_token } })).statusCode, 401)
})

test('a token of another client, a forged token and no token return 401', async () => {
  const person = await createPerson(services)
  const login = await identity.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { username: person.email, password: person.password },
  })
  const foreignAudience = cookiesOf(login).access_token ?? ''
  assert.equal((await as(services, foreignAudience)('GET', '/project')).statusCode, 401)
  const { access_token } = await tokensFor(services, person)
  assert.equal((await as(services, `${access_token.slice(0, -4)}AAAA`)('GET', '/project')).statusCode, 401)
  const none = await app.inject('/project')
  assert.equal(none.statusCode, 401)
  assert.equal(none.headers['www-authenticate'], 'Bearer')
})

test('an unknown bearer token creates the user and one project, even with 20 concurrent requests', async () => {
  const second = await services.startInstance()
  const person = await createPerson(services)
  const { access_token } = await tokensFor(services, person)
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      as(index % 2 ? services : second, access_token)('GET', '/project'),
    ),
  )
  for (const response of responses) {
    assert.equal(response.statusCode, 200, response.body)
    assert.equal(response.json()._meta.total, 1)
  }
  const users = await services.deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .execute()
  assert.equal(users.length, 1)
})

test('an owner of the identity service is an administrator', async () => {
  const { access_token } = await tokensFor(services, await createPerson(services, 'owner'))
  const me = (await as(services, access_token)('GET', '/users/me')).json().item
  assert.deepEqual(me.roles, ['user', 'admin'])
  assert.equal(me.isOwner, true)
})

test('every sign-in updates the user from the identity service', async () => {
  const person = await createPerson(services, 'owner')
  const payload = { login: person.email, password: person.password }
  const signInAndRead = async () => {
    const { token } = (await app.inject({ method: 'POST', url: '/user/login', payload })).json()
    return (await as(services, token)('GET', '/users/me')).json().item
  }
  const before = await signInAndRead()
  assert.deepEqual(before.roles, ['user', 'admin'])
  const { db } = services.identityDeps
  await db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', person.passportId).execute()
  const owner = db.selectFrom('roles').where('name', '=', 'owner').select('id')
  await db
    .deleteFrom('userRoles')
    .where('userId', '=', person.passportId)
    .where('roleId', '=', owner)
    .execute()
  const after = await signInAndRead()
  assert.deepEqual([after.name, after.isOwner, after.roles], ['Renamed', false, ['user']])
  assert.ok(after.lastSignInAt > before.lastSignInAt)
})

test('a sign-in that changes nothing announces nothing to other instances', async () => {
  const person = await createPerson(services, 'owner')
  const payload = { login: person.email, password: person.password }
  const heard: object[] = []
  services.deps.rightsBus.onMessage(message => heard.push(message))
  const signInAgain = () => app.inject({ method: 'POST', url: '/user/login', payload })
  const announced = () =>
    heard.filter(message => (message as { passportId?: number }).passportId === person.passportId)
  assert.equal((await signInAgain()).statusCode, 200)
  assert.equal(announced().length, 1, 'the user is new')
  for (const _ of [1, 2, 3]) assert.equal((await signInAgain()).statusCode, 200)
  assert.equal(announced().length, 1)
  const { db } = services.identityDeps
  await db.updateTable('users').set({ name: 'Renamed' }).where('id', '=', person.passportId).execute()
  await signInAgain()
  assert.equal(announced().length, 2)
})

test('an owner demoted at the identity service loses the admin role at the next request', async () => {
  const { passportId, call } = await createUser(services, 'owner')
  const { item } = (await call('GET', '/users/me')).json()
  const { items } = (await call('GET', `/user-roles?userId=${item.id}&orderBy=-id`)).json()
  const { roleId } = items.find(({ role }: { role: string }) => role === 'admin')
  // A manually assigned admin role ends with the ownership, too.
  await services.deps.db
    .updateTable('userRoles')
    .set({ assignedBy: item.id })
    .where('userId', '=', item.id)
    .where('roleId', '=', roleId)
    .execute()
  const other = await createUser(services, 'owner')
  await demote(services, other, passportId)
  assert.equal((await call('GET', '/user-roles')).statusCode, 403)
  const after = (await call('GET', '/users/me')).json().item
  assert.deepEqual([after.isOwner, after.roles], [false, ['user']])

  assert.equal((await other.call('POST', '/user-roles', { userId: item.id, roleId })).statusCode, 200)
  assert.equal((await call('GET', '/user-roles')).statusCode, 200, 'it stays once assigned again')
})

test('an owner can keep working while the identity service is unreachable', async () => {
  const { call } = await createUser(services, 'owner')
  services.proxy.setState('broken')
  assert.equal((await call('GET', '/user-roles')).statusCode, 200)
  services.proxy.setState('open')
})

test('a cross-site write with a cookie is refused', async () => {
  const { answer } = await signIn(await createPerson(services))
  const headers = { origin: 'https://evil.example' }
  const cookies = cookiesOf(answer)
  const foreign = await app.inject({
    method: 'POST',
    url: '/project',
    cookies,
    headers,
    payload: { name: 'x' },
  })
  assert.equal(foreign.statusCode, 403)
})

longTest('behind a proxy, browsers get the public URL and the service uses the internal one', async () => {
  const proxied = await startBothServices({ IDENTITY_URL: 'https://id.example.org' })
  const page = await proxied.app.inject({ url: '/auth/login', headers: { accept: 'text/html' } })
  assert.match(page.body, /href="https:\/\/id\.example\.org\/auth\/authorize/)
  const person = await createPerson(proxied)
  const { access_token } = await tokensFor(proxied, person)
  assert.equal((await as(proxied, access_token)('GET', '/users/me')).json().item.email, person.email)
})
