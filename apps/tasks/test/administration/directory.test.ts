import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { matchingSearch } from '#administration/user.queries.ts'
import { insertMember } from '#projects/project.queries.ts'
import { type BothServices, sharedServices, startBothServices } from '../both-services.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project } = team
const admin = await createUser(services, 'owner')

interface Person {
  id: number
  name: string
  email: string | null
  passportId: number | null
}

async function listUsers(caller: User, query: string) {
  const response = await caller.call('GET', `/users?limit=1000&${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items as Person[]
}

async function listMemberEmails(caller: User, projectId: number, query = '') {
  const { items } = (await caller.call('GET', `/project/${projectId}/member?limit=1000${query}`)).json()
  const members = items as { userId: number; user: { email: string | null } }[]
  return new Map(members.map(({ userId, user }) => [userId, user.email]))
}

/** A user who joined the team's project by accepting an invitation. */
async function inviteUser(by: User, projectId = project.id, role = 'member') {
  const invited = await createUser(services)
  const invitation = await by.call('POST', `/project/${projectId}/invite`, { email: invited.email, role })
  const { token } = invitation.json().item
  assert.equal((await invited.call('POST', '/invitation/accept', { token })).statusCode, 200)
  return invited
}

test('users see all names but only their own email address', async () => {
  for (const caller of [stranger, viewer, member, manager, owner]) {
    const users = await listUsers(caller, '')
    assert.ok(users.length >= 6 && users.every(({ name }) => name === 'Sam'))
    assert.deepEqual(
      users.filter(({ email, passportId }) => email !== null || passportId !== null).map(({ id }) => id),
      [caller.id],
    )
    const { item } = (await caller.call('GET', `/users/${admin.id}`)).json()
    assert.deepEqual([item.name, item.email, item.passportId], ['Sam', null, null])
  }
  const me = (await member.call('GET', `/users/${member.id}`)).json().item
  assert.deepEqual([me.email, me.passportId], [member.email, member.passportId])
})

test('adding users to a project reveals no email address', async () => {
  const { id } = (await stranger.call('POST', '/project', { name: 'Trap' })).json().item
  for (const userId of [owner.id, manager.id, admin.id]) {
    const added = await stranger.call('POST', `/project/${id}/member`, { userId, role: 'viewer' })
    assert.equal(added.statusCode, 200, added.body)
    assert.equal(added.json().item.user.email, null)
    const role = await stranger.call('PUT', `/project/${id}/member/${userId}/role`, { role: 'member' })
    assert.equal(role.json().item.user.email, null)
  }
  const emails = [owner, manager, admin].map(({ email }) => email)
  for (const path of ['/users', `/project/${id}/member`, `/project/${id}/activity`, '/notification']) {
    const { body } = await stranger.call('GET', `${path}?limit=1000`)
    for (const email of emails) assert.ok(!body.includes(email), `${path} ${email}`)
  }
  assert.deepEqual((await listMemberEmails(stranger, id)).get(stranger.id), stranger.email)
})

test('administrators see all email addresses', async () => {
  const users = await listUsers(admin, '')
  assert.ok(users.every(({ email, passportId }) => email && passportId))
  const emails = await listMemberEmails(admin, project.id)
  assert.equal(emails.get(member.id), member.email)
})

test('permissions to manage users or projects show all email addresses, reading users does not', async () => {
  for (const [permission, isShown] of [
    ['users.read', false],
    ['users.sync', true],
    ['user_roles.manage', true],
    ['projects.manage.any', true],
  ] as const) {
    const delegate = await createUser(services)
    await grant(delegate, permission)
    const { email, passportId } = (await delegate.call('GET', `/users/${member.id}`)).json().item
    const expected = isShown ? [member.email, member.passportId] : [null, null]
    assert.deepEqual([email, passportId], expected, permission)
    const found = await delegate.call('GET', `/users?passportId=${member.passportId}`)
    assert.equal(found.statusCode, isShown ? 200 : 403, permission)
    if (isShown) assert.equal(found.json().items[0].id, member.id)
  }
})

/** A role of its own with one permission. */
async function grant(user: User, permission: string) {
  const { items } = (await admin.call('GET', '/rbac/permissions?limit=1000')).json()
  const { id: permissionId } = items.find(({ name }: { name: string }) => name === permission)
  const role = (
    await admin.call('POST', '/roles', { name: `only-${permission.replaceAll('.', '-')}` })
  ).json().item
  const granted = await admin.call('POST', `/rbac/roles/${role.id}/permissions/${permissionId}`)
  assert.equal(granted.statusCode, 200, granted.body)
  const assigned = await admin.call('POST', '/user-roles', { userId: user.id, roleId: role.id })
  assert.equal(assigned.statusCode, 200, assigned.body)
}

test('only managers see the email address of members who joined by invitation', async () => {
  const invited = await inviteUser(manager)
  for (const caller of [owner, manager, admin, invited]) {
    assert.equal((await listMemberEmails(caller, project.id)).get(invited.id), invited.email)
    const { email, passportId } = (await caller.call('GET', `/users/${invited.id}`)).json().item
    assert.deepEqual([email, passportId], [invited.email, invited.passportId])
  }
  for (const caller of [member, viewer]) {
    assert.equal((await listMemberEmails(caller, project.id)).get(invited.id), null)
  }
  assert.equal((await stranger.call('GET', `/users/${invited.id}`)).json().item.email, null)
  assert.equal((await listMemberEmails(manager, project.id)).get(member.id), null, 'was not invited')

  const { db } = services.deps
  await db.updateTable('users').set({ email: 'other@example.org' }).where('id', '=', invited.id).execute()
  assert.equal(
    (await listMemberEmails(manager, project.id)).get(invited.id),
    null,
    'was invited by another address',
  )
  await db.updateTable('users').set({ email: invited.email }).where('id', '=', invited.id).execute()
  await owner.call('DELETE', `/project/${project.id}/member/${invited.id}`)
  await owner.call('POST', `/project/${project.id}/member`, { userId: invited.id, role: 'member' })
  assert.equal((await listMemberEmails(manager, project.id)).get(invited.id), null, 'was added by id')
})

test('users cannot be found by fields that are hidden from the caller', async () => {
  const part = manager.email.slice(0, -4)
  for (const query of [`email=${part}`, `search=${part}`, `passportId=${manager.passportId}`]) {
    if (query.startsWith('search')) assert.deepEqual(await listUsers(stranger, query), [], query)
    else {
      const refused = await stranger.call('GET', `/users?${query}`)
      assert.equal(refused.statusCode, 403, query)
      assert.equal(refused.json().error.details.reason, 'filter_not_allowed')
    }
    assert.deepEqual(
      (await listUsers(admin, query)).map(({ id }) => id),
      [manager.id],
      query,
    )
  }
  assert.deepEqual(
    (await listUsers(stranger, `search=${stranger.email}`)).map(({ id }) => id),
    [stranger.id],
  )
  assert.ok((await listUsers(stranger, 'search=SAMP')).length >= 6, 'everyone can be found by name')
  const ordered = await listUsers(stranger, 'orderBy=-email')
  assert.deepEqual(
    ordered.slice(1).map(({ id }) => id),
    ordered
      .slice(1)
      .map(({ id }) => id)
      .toSorted((one, other) => one - other),
    'the order reveals no hidden addresses',
  )
  assert.equal((await listMemberEmails(viewer, project.id, `&search=${part}`)).size, 0)
})

test('every search word must match a name or a visible email address, in any order', async () => {
  const ivan = await inviteUser(manager)
  const names = { surname: 'Иванов', name: 'Пётр', patronymic: 'Сергеевич' }
  await services.deps.db.updateTable('users').set(names).where('id', '=', ivan.id).execute()
  const inUsers = async (caller: User, search: string) =>
    (await listUsers(caller, `search=${encodeURIComponent(search)}`)).map(({ id }) => id)
  const inMembers = async (caller: User, search: string) => [
    ...(await listMemberEmails(caller, project.id, `&search=${encodeURIComponent(search)}`)).keys(),
  ]
  for (const find of [inUsers, inMembers]) {
    for (const search of ['иванов ПЁТР', 'сергеевич  иванов', ' Пётр Сергеевич Иванов', 'серг пётр ива'])
      assert.deepEqual(await find(member, search), [ivan.id], search)
    for (const search of ['Иванов Sam', 'Пётр Петрович', 'сергеевич_', '%'])
      assert.deepEqual(await find(member, search), [], search)
    const address = ivan.email.toUpperCase()
    for (const caller of [manager, admin, ivan])
      assert.deepEqual(await find(caller, `${address} иванов`), [ivan.id], 'the address is visible')
    for (const search of [ivan.email, `иванов ${ivan.email}`, 'иванов example.org', 'пётр @'])
      assert.deepEqual(await find(member, search), [], `${search} is hidden`)
  }
})

test('searching many users uses an index for every caller', async () => {
  const { db } = services.deps
  await db.transaction().execute(async tx => {
    await sql`insert into users (email, surname, name)
      select 'crowd' || n || '@example.com', md5(n::text), md5((-n)::text) from generate_series(1, 5000) as n`.execute(
      tx,
    )
    await sql`select gin_clean_pending_list('users_name_text_idx'), gin_clean_pending_list('users_email_words_idx')`.execute(
      tx,
    )
    await sql`analyze users`.execute(tx)
    for (const isAdministrator of [false, true]) {
      const viewer = {
        id: member.id,
        isAdministrator,
        managesEveryProject: false,
        directory: 'everyone' as const,
      }
      const found = tx
        .selectFrom('users')
        .where(({ and }) => and(matchingSearch('c4ca42 6bb61', viewer)))
        .selectAll()
      assert.equal((await found.execute()).length, 1)
      const plan = JSON.stringify(await found.explain('json'))
      assert.match(plan, /users_name_text_idx/)
    }
    await sql`rollback and chain`.execute(tx)
  })
})

test('with DIRECTORY=shared, users see and add only users they share a project with', async () => {
  const shared = await startBothServices({ DIRECTORY: 'shared' })
  const [one, other, administrator] = [
    await createUser(shared),
    await createUser(shared),
    await createUser(shared, 'owner'),
  ]
  const listIds = async (caller: User) =>
    (await caller.call('GET', '/users?limit=1000')).json().items.map(({ id }: Person) => id)
  assert.deepEqual(await listIds(one), [one.id])
  assert.equal((await one.call('GET', `/users/${other.id}`)).statusCode, 404)
  const { id } = (await one.call('POST', '/project', { name: 'Mine' })).json().item
  const add = (userId: number, caller = one) =>
    caller.call('POST', `/project/${id}/member`, { userId, role: 'member' })
  assert.equal((await add(other.id)).statusCode, 404)
  await shareProject(shared, administrator, one, other)
  assert.deepEqual(await listIds(one), [one.id, other.id, administrator.id])
  assert.equal((await one.call('GET', `/users/${other.id}`)).json().item.email, null)
  assert.equal((await add(other.id)).statusCode, 200)
  assert.equal((await administrator.call('GET', '/users?limit=1000')).json()._meta.total, 3)
  assert.equal(
    (await add((await createUser(shared)).id, administrator)).statusCode,
    200,
    'administrators can add anyone',
  )
})

async function shareProject({ deps }: BothServices, by: User, ...others: User[]) {
  const { id } = (await by.call('POST', '/project', { name: 'Shared' })).json().item
  for (const user of others) await insertMember(deps.db, id, user.id, 'viewer')
}
