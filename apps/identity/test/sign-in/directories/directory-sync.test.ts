import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOpenLdap } from '@atrium/testing/openldap-server'
import { waitUntil } from '@atrium/testing/wait-until'
import { assignRole } from '#access-control/user-role.queries.ts'
import { syncDueDirectories } from '#sign-in/directory-sync/directory-sync-jobs.ts'
import { startWorker } from '#worker.ts'
import { startIdentity } from '../../identity-service.ts'
import { as, createUser, registerClient, tokenRequest } from '../../people.ts'
import { asOwner } from '../providers/upstream-flow.ts'
import { password, startCompanyDirectory } from './company-directory.ts'

const METRICS_TOKEN = 'for-the-monitor-of-this-test'

if (hasOpenLdap()) {
  const identity = await startIdentity({
    RATE_LIMIT: 'off',
    OUTBOUND_ALLOW: '127.0.0.1,localhost',
    METRICS_TOKEN,
  })
  const { deps } = identity
  const owner = await asOwner(identity)
  const directory = await startCompanyDirectory()
  const added = await owner('POST', '/sign-in-providers', directory.provider({ createUsers: 'always' }))
  assert.equal(added.statusCode, 200, added.body)
  const client = await registerClient(identity)

  const tokenOf = async (username: string) => {
    const form = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
    const granted = await tokenRequest(identity, { ...form, grant_type: 'password', username, password })
    assert.equal(granted.statusCode, 200, granted.body)
    return granted.json() as { access_token: string; refresh_token: string }
  }
  const refresh = (token: string) =>
    tokenRequest(identity, {
      client_id: client.clientId,
      client_secret: client.clientSecret ?? '',
      grant_type: 'refresh_token',
      refresh_token: token,
    })
  const { now } = deps
  let elapsed = 0
  /** Lets the next sync become due and runs it. */
  const sync = async () => {
    elapsed += 16 * 60_000
    deps.now = () => new Date(now().getTime() + elapsed)
    await syncDueDirectories(deps)
    deps.now = now
    return deps.db.selectFrom('directorySyncs').selectAll().executeTakeFirstOrThrow()
  }
  const isSignedIn = async (token: string) =>
    (await as(identity, token)('GET', '/users/me')).statusCode === 200
  const isArchived = async (email: string) => {
    const row = await deps.db
      .selectFrom('users')
      .where('email', '=', email)
      .select('archivedAt')
      .executeTakeFirst()
    return row?.archivedAt !== null
  }
  const names = ['ada', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gil', 'hugo']
  const dns = new Map<string, string>()
  for (const name of names) dns.set(name, await directory.addPerson(name))
  const dnOf = (name: string) => dns.get(name) ?? ''
  const staff = await directory.addGroup('staff', [...dns.values()])

  test('a sync is due after its interval, once for all instances', async () => {
    for (const name of names) await tokenOf(name)
    await syncDueDirectories(deps)
    const first = await deps.db.selectFrom('directorySyncs').selectAll().executeTakeFirstOrThrow()
    assert.deepEqual([first.checked, first.departed, first.problem], [names.length, 0, null])
    await Promise.all([syncDueDirectories(deps), syncDueDirectories(deps)])
    const second = await deps.db.selectFrom('directorySyncs').selectAll().executeTakeFirstOrThrow()
    assert.equal(second.startedAt, first.startedAt)
  })

  test('who is removed from the directory is archived and signed out when the sync ends, and their work handed over', async () => {
    const successor = await createUser(identity)
    deps.settings.OFFBOARDING_HAND_OVER_TO = successor.email
    const { access_token: token } = await tokenOf('hugo')
    assert.ok(await isSignedIn(token))
    await directory.remove(dnOf('hugo'))
    const { departed, problem } = await sync()
    assert.deepEqual([departed, problem], [1, null])
    assert.ok(await isArchived('hugo@example.org'))
    const [hugo] = (await owner('GET', '/users?search=hugo&status=all')).json().items
    const offboarding = (await owner('GET', `/users/${hugo.id}/offboarding`)).json().item
    assert.equal(offboarding.successorId, successor.id)
    assert.ok(!(await isSignedIn(token)))
    assert.ok(!(await isArchived('ada@example.org')))
  })

  test('memberships follow the directory without a sign-in', async () => {
    const { item } = (await owner('POST', '/groups', { name: 'Staff' })).json()
    const mapped = { groupMapping: [{ from: staff, groupId: item.id }] }
    await owner('PUT', '/sign-in-providers/company', mapped)
    const countMembers = async () => (await owner('GET', `/groups/${item.id}`)).json().item.memberCount
    await sync()
    assert.equal(await countMembers(), 7)
    await directory.change(staff, 'delete', 'member', [dnOf('ada')])
    await sync()
    assert.equal(await countMembers(), 6)
    await directory.change(staff, 'add', 'member', [dnOf('ada')])
    await owner('PUT', '/sign-in-providers/company', { groupMapping: [] })
  })

  test('a refresh of someone who has lost the required group ends the session, and the sync that follows archives', async () => {
    await owner('PUT', '/sign-in-providers/company', { requiredGroup: staff })
    const worker = await startWorker(deps)
    try {
      const { refresh_token: token } = await tokenOf('ben')
      const again = await refresh(token)
      assert.equal(again.statusCode, 200, again.body)
      await directory.change(staff, 'delete', 'member', [dnOf('ben')])
      const refused = await refresh(again.json().refresh_token)
      assert.deepEqual([refused.statusCode, refused.json().error], [400, 'invalid_grant'])
      await waitUntil(() => isArchived('ben@example.org'))
    } finally {
      await worker.stop()
    }
  })

  test('a directory that is away archives nobody, and lets sessions go on', async () => {
    const { refresh_token: token } = await tokenOf('cleo')
    await directory.stop()
    assert.equal((await refresh(token)).statusCode, 200)
    const { problem } = await sync()
    assert.equal(problem, 'unavailable')
    assert.ok(!(await isArchived('cleo@example.org')))
    await directory.start()
    assert.equal((await sync()).problem, null)
  })

  test('two people of six are too many', async () => {
    await directory.change(staff, 'delete', 'member', [dnOf('cleo'), dnOf('dan')])
    const { problem, departed, checked } = await sync()
    assert.deepEqual([problem, departed, checked], ['too_many_departed', 2, 6])
    assert.ok(!(await isArchived('cleo@example.org')))
  })

  test('a run that would archive more than a fifth stops and says so everywhere', async () => {
    await owner('PUT', '/sign-in-providers/company', { baseDn: directory.groups, requiredGroup: null })
    const { problem, departed, checked } = await sync()
    assert.equal(problem, 'too_many_departed')
    assert.ok(departed >= 3 && departed === checked)
    for (const name of ['cleo', 'dan', 'eva']) assert.ok(!(await isArchived(`${name}@example.org`)))
    const audited = (await owner('GET', '/audit?action=sign-in-provider.sync_stopped')).json()
    assert.deepEqual(audited.items[0].details, { slug: 'company', checked, departed })
    const metrics = await identity.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    assert.match(metrics.body, /atrium_directory_sync_failed\{[^}]*provider="company"[^}]*\} 1/)
    await owner('PUT', '/sign-in-providers/company', { baseDn: directory.people })
    assert.equal((await sync()).problem, null)
  })

  test('a refresh asks every directory of a person: groups follow each, and one that lost the person ends the session', async () => {
    const pilots = await directory.addGroup('pilots', [dnOf('gil'), dnOf('eva')])
    const crew = await directory.addGroup('crew', [dnOf('gil'), dnOf('eva')])
    const groupIds: number[] = []
    for (const name of ['Everyone', 'Crew'])
      groupIds.push((await owner('POST', '/groups', { name })).json().item.id)
    const [everyone = 0, ofCrew = 0] = groupIds
    await owner('PUT', '/sign-in-providers/company', {
      requiredGroup: null,
      groupMapping: [{ from: staff, groupId: everyone }],
    })
    await directory.change(dnOf('gil'), 'add', 'employeeNumber', ['4711'])
    const branch = {
      slug: 'branch',
      name: 'Branch',
      userFilter: '(employeeNumber={login})',
      createUsers: 'always',
      trustsEmail: true,
      requiredGroup: pilots,
      groupMapping: [{ from: crew, groupId: ofCrew }],
    }
    assert.equal((await owner('POST', '/sign-in-providers', directory.provider(branch))).statusCode, 200)
    await tokenOf('gil')
    await deps.db
      .updateTable('users')
      .set({ emailVerifiedAt: now().toISOString() })
      .where('email', '=', 'gil@example.org')
      .execute()
    let tokens = await tokenOf('4711')
    const isMember = async (groupId: number) =>
      (await owner('GET', `/groups/${groupId}/members?search=gil`)).json().items.length > 0
    const memberships = async () => [await isMember(everyone), await isMember(ofCrew)]
    assert.deepEqual(await memberships(), [true, true])

    await directory.change(crew, 'delete', 'member', [dnOf('gil')])
    const again = await refresh(tokens.refresh_token)
    assert.equal(again.statusCode, 200, again.body)
    tokens = again.json()
    assert.deepEqual(await memberships(), [true, false])

    await directory.change(staff, 'delete', 'member', [dnOf('gil')])
    tokens = (await refresh(tokens.refresh_token)).json()
    assert.deepEqual(await memberships(), [false, false])

    await directory.change(pilots, 'delete', 'member', [dnOf('gil')])
    assert.equal((await refresh(tokens.refresh_token)).statusCode, 400)
    assert.ok(!(await isSignedIn(tokens.access_token)))
    await owner('DELETE', '/sign-in-providers/branch')
  })

  test('an owner who has left the directory is not locked out', async () => {
    const { access_token: token } = await tokenOf('finn')
    const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    await assignRole(deps.db, Number(sub), 'owner')
    await directory.remove(dnOf('finn'))
    await sync()
    assert.ok(!(await isArchived('finn@example.org')))
  })
}
