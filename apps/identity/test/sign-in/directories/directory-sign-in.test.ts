import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { hasOpenLdap } from '@atrium/testing/openldap-server'
import { authorizeUrl, formOf, obtainCode, openSignInPage, submit } from '../../authorize-flow.ts'
import { advanceClock, startIdentity } from '../../identity-service.ts'
import { as, cookiesOf, createUser, registerClient, signIn, tokenRequest } from '../../people.ts'
import { startInvitations } from '../invitations.ts'
import { asOwner, createVisitors } from '../providers/upstream-flow.ts'
import { password, startCompanyDirectory } from './company-directory.ts'

if (hasOpenLdap()) {
  const identity = await startIdentity({
    RATE_LIMIT: 'off',
    TRUST_PROXY: 'true',
    OUTBOUND_ALLOW: '127.0.0.1,localhost',
  })
  const { app, deps } = identity
  const owner = await asOwner(identity)
  const { query } = await createVisitors(identity)
  const directory = await startCompanyDirectory()
  const original = { ...directory.provider(), slug: undefined, kind: undefined }
  const added = await owner('POST', '/sign-in-providers', directory.provider())
  assert.equal(added.statusCode, 200, added.body)
  let addresses = 0

  /** Changes the provider for one test. */
  const withProvider = async (changes: object, work: () => Promise<unknown>) => {
    const set = async (fields: object) => {
      const changed = await owner('PUT', '/sign-in-providers/company', fields)
      assert.equal(changed.statusCode, 200, changed.body)
    }
    await set(changes)
    try {
      await work()
    } finally {
      const rest = { requiredGroup: null, groupMapping: [], trustsEmail: false, createUsers: 'always' }
      await set({ ...original, ...rest, groupBaseDn: null, allowedDomains: [] })
    }
  }

  /** Each from an address of its own, so that only the limit for the person counts. */
  const login = (username: string, typed = password, from?: string) => {
    addresses += 1
    return app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username, password: typed },
      headers: { 'x-forwarded-for': from ?? `198.51.100.${addresses}` },
    })
  }

  const reasonOf = ({ body }: { body: string }) => JSON.parse(body).error.details.reason
  const userOf = async (token: string) => {
    const { sub, amr } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return { id: Number(sub), amr, ...(await owner('GET', `/users/${sub}`)).json().item }
  }
  const tokenOf = async (username: string) => {
    const response = await login(username)
    assert.equal(response.statusCode, 200, response.body)
    return cookiesOf(response).access_token ?? ''
  }
  const countUsers = async () => (await deps.db.selectFrom('users').select('id').execute()).length

  test('someone of the directory gets an account at the first sign-in, whichever login they type', async () => {
    await directory.addPerson('ada', { givenName: 'Ada', sn: 'Stone' })
    const user = await userOf(await tokenOf('ada'))
    assert.deepEqual([user.name, user.surname, user.email], ['Ada', 'Stone', 'ada@example.org'])
    assert.deepEqual([user.emailVerifiedAt, user.capabilities.hasPassword], [null, false])
    assert.equal((await userOf(await tokenOf('ADA@example.org'))).id, user.id)
    const { items } = (await owner('GET', `/users/${user.id}/identities`)).json()
    assert.deepEqual([items[0].provider, items[0].issuer], ['company', 'dc=example,dc=org'])
    assert.match(items[0].subject, /^[0-9a-f-]{36}$/)
    await directory.administer(client => client.modifyDN(`uid=ada,${directory.people}`, 'uid=countess'))
    assert.equal((await userOf(await tokenOf('countess'))).id, user.id, 'another name is the same account')
  })

  test('the password grant and the sign-in page accept people of the directory, too', async () => {
    await directory.addPerson('grace')
    const client = await registerClient(identity)
    const form = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
    const typed = { username: 'grace', password }
    const granted = await tokenRequest(identity, { ...form, ...typed, grant_type: 'password' })
    assert.equal(granted.statusCode, 200, granted.body)
    const person = { id: 0, phone: '', email: 'grace', password }
    const { code } = await obtainCode(identity, person, { client_id: client.clientId, scope: 'user:read' })
    assert.ok(code)
    const { response } = await openSignInPage(identity, authorizeUrl({ client_id: client.clientId }))
    assert.match(response.body, /Login name, email or phone/)
  })

  test('a wrong password, an unknown login and one that finds two entries look the same', async () => {
    await directory.addPerson('twin1', { employeeNumber: '7' })
    await directory.addPerson('twin2', { employeeNumber: '7' })
    const userFilter = '(|(uid={login})(employeeNumber={login}))'
    await withProvider({ userFilter }, async () => {
      const answers = [await login('grace', 'wrong'), await login('nobody', 'wrong'), await login('7')]
      for (const { statusCode, body } of answers)
        assert.deepEqual([statusCode, body], [401, answers[0]?.body])
    })
  })

  test('an empty password is refused without a bind, which the directory would accept', async () => {
    const before = await directory.countBinds()
    for (const username of ['grace', 'grace@example.org', `uid=grace,${directory.people}`]) {
      const response = await login(username, '')
      assert.ok([401, 422].includes(response.statusCode), response.body)
    }
    assert.equal(await directory.countBinds(), before)
  })

  test('characters of filters and DNs find nobody', async () => {
    const users = await countUsers()
    const hostile = ['*', 'gra*', 'grace)(uid=*', '*)(|(uid=*', '\\67race', 'grace\0', '(', ')', 'uid=grace']
    for (const username of hostile) {
      const response = await login(username)
      assert.equal(response.statusCode, 401, `${username}: ${response.body}`)
    }
    assert.equal(await countUsers(), users)
  })

  test('a directory that is away is 503 for its people only, and counts as no failed attempt', async () => {
    const local = await createUser(identity)
    await directory.stop()
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const response = await login('grace', password, '203.0.113.77')
      assert.deepEqual([response.statusCode, reasonOf(response)], [503, 'sign_in_provider_unavailable'])
    }
    await signIn(identity, local)
    await directory.start()
    assert.equal((await login('grace', password, '203.0.113.77')).statusCode, 200)
  })

  test('servers are asked in order until one answers', async () => {
    const urls = [`ldap://127.0.0.1:${await freePort()}`, directory.tlsUrl]
    await withProvider({ urls }, async () => assert.equal((await login('grace')).statusCode, 200))
  })

  test('a certificate that is not trusted ends the sign-in before the password is sent', async () => {
    await withProvider({ certificateAuthority: null }, async () => {
      const before = await directory.countBinds()
      assert.equal((await login('grace')).statusCode, 503)
      assert.equal(await directory.countBinds(), before)
    })
  })

  test('an address that may not be called any more is not called', async () => {
    const { openOutbound } = await import('@atrium/outbound/outbound')
    const { outbound } = deps
    const { OUTBOUND_ALLOW: _, ...settings } = deps.settings
    deps.outbound = openOutbound(settings)
    const response = await login('grace')
    deps.outbound = outbound
    assert.equal(response.statusCode, 503)
  })

  test('after a few wrong passwords a person has to wait, whatever the address and the login', async () => {
    await directory.addPerson('vera')
    const before = await directory.countBinds()
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => login(index % 2 ? 'vera' : 'vera@example.org', 'wrong')),
    )
    const statuses = guesses.map(({ statusCode }) => statusCode)
    assert.deepEqual(statuses.toSorted(), [...Array(5).fill(401), ...Array(7).fill(429)])
    const bindsOfService = guesses.length
    assert.equal((await directory.countBinds()) - before, bindsOfService + 5)
    const refused = await login('vera')
    assert.equal(refused.statusCode, 429, 'nobody learns now whether a password is right')
    assert.ok(Number(refused.headers['retry-after']) > 60)
    const { now } = deps
    advanceClock(deps, 301)
    assert.equal((await login('vera')).statusCode, 200)
    deps.now = now
  })

  test('only members of the required group come in, and who has left it is archived and signed out', async () => {
    const dn = await directory.addPerson('lena')
    const other = await directory.addPerson('omar')
    const group = await directory.addGroup('staff', [dn])
    await withProvider({ requiredGroup: group.toUpperCase().replaceAll(',', ', ') }, async () => {
      const token = await tokenOf('lena')
      const refused = await login('omar')
      assert.deepEqual([refused.statusCode, reasonOf(refused)], [403, 'upstream_group_missing'])
      const wrong = await login('omar', 'wrong')
      assert.equal(wrong.statusCode, 401, 'only a right password learns more')
      await directory.change(group, 'replace', 'member', [other])
      assert.equal((await login('lena')).statusCode, 403)
      assert.equal((await as(identity, token)('GET', '/users/me')).statusCode, 401)
      assert.equal((await login('lena')).statusCode, 403)
    })
  })

  test('groups of the directory become groups here, and are lost with them', async () => {
    const dn = await directory.addPerson('rosa')
    const extra = await directory.addPerson('spare')
    const from = await directory.addGroup('designers', [dn])
    const { item } = (await owner('POST', '/groups', { name: 'Designers' })).json()
    const listMembers = async () =>
      (await owner('GET', `/groups/${item.id}/members`))
        .json()
        .items.map((each: Member) => [each.email, each.source])
    await withProvider({ groupMapping: [{ from, groupId: item.id }] }, async () => {
      await tokenOf('rosa')
      assert.deepEqual(await listMembers(), [['rosa@example.org', 'company']])
      await directory.change(from, 'replace', 'member', [extra])
      await tokenOf('rosa')
      assert.deepEqual(await listMembers(), [])
    })
  })

  interface Member {
    email: string
    source: string
  }

  test('groups that only list their members are found by the filter', async () => {
    const dn = await directory.addPerson('kofi')
    const group = await directory.addGroup('unique', [dn], 'groupOfUniqueNames')
    await withProvider({ requiredGroup: group, groupBaseDn: directory.groups }, async () => {
      assert.equal((await login('kofi')).statusCode, 200)
      assert.equal((await login('grace')).statusCode, 403)
    })
  })

  test('an existing account with the same address is not taken over, unless both sides have confirmed it', async () => {
    const person = await createUser(identity)
    await directory.addPerson('namesake', { mail: person.email })
    const refused = await login('namesake')
    assert.deepEqual([refused.statusCode, reasonOf(refused)], [403, 'directory_account_exists'])
    await withProvider({ trustsEmail: true }, async () => {
      assert.equal((await login('namesake')).statusCode, 403, 'the local address is not confirmed')
      const emailVerifiedAt = deps.now().toISOString()
      await deps.db.updateTable('users').set({ emailVerifiedAt }).where('id', '=', person.id).execute()
      const { id } = await userOf(await tokenOf('namesake'))
      assert.equal(id, person.id)
    })
  })

  /** Opens the sign-in page and sends what someone types. */
  const signInOnPage = async (
    more: Record<string, string>,
    typed: { username: string; password: string },
  ) => {
    const opened = await app.inject({
      url: `/auth/authorize${query(more)}`,
      headers: { accept: 'text/html' },
    })
    return submit(identity, { ...formOf(opened.body), ...typed }, cookiesOf(opened))
  }

  test('the sign-in page asks someone whose address has an account here for its password, and links both', async () => {
    const person = await createUser(identity)
    await directory.addPerson('double', { mail: person.email })
    const page = await signInOnPage({}, { username: 'double', password })
    assert.match(page.body, /An account with your address exists here already/)
    const cookies = cookiesOf(page)
    assert.ok(!cookies.access_token)
    const username = person.email
    const wrong = await submit(identity, { ...formOf(page.body), username, password }, cookies)
    assert.match(wrong.body, /Incorrect email, phone or password/)
    const identities = async () => (await owner('GET', `/users/${person.id}/identities`)).json().items
    assert.deepEqual(await identities(), [])
    const form = { ...formOf(wrong.body), username, password: person.password }
    const linked = await submit(identity, form, { ...cookies, ...cookiesOf(wrong) })
    assert.equal(linked.statusCode, 302, linked.body)
    assert.equal((await identities())[0].provider, 'company')
    assert.equal((await userOf(await tokenOf('double'))).id, person.id)
  })

  test('where only invited people get an account, an invitation to the address of the directory lets them in', async () => {
    await directory.addPerson('ivy')
    await startInvitations(identity, { mine: 'IVY@example.org', 'of others': 'jo@example.org' })
    await withProvider({ createUsers: 'invited' }, async () => {
      const typed = { username: 'ivy', password }
      const others: Record<string, string>[] = [{}, { invitation: 'of others' }, { invitation: 'unknown' }]
      for (const more of others) {
        assert.match((await signInOnPage(more, typed)).body, /You have no account here yet/)
      }
      const arrived = await signInOnPage({ invitation: 'mine' }, typed)
      assert.equal(arrived.statusCode, 302, arrived.body)
      const { emailVerifiedAt } = await userOf(await tokenOf('ivy'))
      assert.notEqual(emailVerifiedAt, null, 'the invitation came to the address')
    })
  })

  test('who may not get an account is told so only with the right password', async () => {
    await directory.addPerson('guest')
    await withProvider({ createUsers: 'never' }, async () => {
      assert.equal(reasonOf(await login('guest')), 'upstream_account_missing')
      assert.equal((await login('guest', 'wrong')).statusCode, 401)
    })
    await withProvider({ allowedDomains: ['other.example'] }, async () => {
      assert.equal(reasonOf(await login('guest')), 'upstream_domain_refused')
    })
  })

  test('someone of the directory confirms sensitive changes with the password of the directory', async () => {
    await directory.addPerson('mina')
    const token = await tokenOf('mina')
    const { id } = await userOf(token)
    const call = as(identity, token)
    const wrong = await call('POST', `/users/${id}/two-factor`, { currentPassword: 'wrong' })
    assert.equal(wrong.statusCode, 422, wrong.body)
    const started = await call('POST', `/users/${id}/two-factor`, { currentPassword: password })
    assert.notEqual(started.statusCode, 422, started.body)
  })
}
