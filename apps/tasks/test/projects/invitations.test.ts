import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { sql } from 'kysely'
import { insertMember } from '#projects/project.queries.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import { startBothServices } from '../both-services.ts'
import { createMailFolder, pendingJobs, runQueue } from '../mail-folder.ts'
import { confirmEmail } from '../people.ts'
import { createTeam, createUnconfirmedUser, createUser, type User } from '../team.ts'

const mail = createMailFolder()
const services = await startBothServices({ MAIL_URL: mail.url })
const { deps, app, environment } = services
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger } = team
const admin = await createUser(services, 'owner')

await growUp(owner, manager)

const WEEK_MS = 7 * 24 * 3600 * 1000

/** Dates accounts back, so that they may send as many invitations as any other. */
async function growUp(...users: User[]) {
  const ids = users.map(({ id }) => id)
  await sql`update users set created_at = now() - interval '2 days' where id = any(${ids})`.execute(deps.db)
}

interface Invited {
  id: number
  email: string
  role: string
  status: string
  token: string
  link: string
  createdAt: string
  expiresAt: string
}

async function aProject(...others: [User, MemberRole][]) {
  const { id } = (await owner.call('POST', '/project', { name: 'Sample' })).json().item as { id: number }
  for (const [user, role] of others) await insertMember(deps.db, id, user.id, role)
  return id
}

async function invite(by: User, projectId: number, email: string, role = 'member') {
  const response = await by.call('POST', `/project/${projectId}/invite`, { email, role })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as Invited
}

function accept(user: User, token: string) {
  return user.call('POST', '/invitation/accept', { token })
}

async function invitationsOf(projectId: number, query = '') {
  const response = await owner.call('GET', `/project/${projectId}/invitation${query}`)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().items as Invited[]
}

async function activityOf(projectId: number) {
  const { items } = (await admin.call('GET', `/project/${projectId}/activity?limit=1000`)).json()
  return items as { type: string; actorId: number; before: object; after: object }[]
}

async function atAnotherTime(milliseconds: number, work: () => Promise<void>) {
  const { now } = deps
  deps.now = () => new Date(now().getTime() + milliseconds)
  try {
    await work()
  } finally {
    deps.now = now
  }
}

test('an invitation has every documented field, with a token and a link to share', async () => {
  const item = await invite(manager, team.project.id, 'Guest@Example.org', 'viewer')
  assert.deepEqual(Object.keys(item).sort(), [
    'createdAt',
    'email',
    'expiresAt',
    'id',
    'invitedBy',
    'isGuest',
    'link',
    'projectId',
    'role',
    'status',
    'token',
  ])
  assert.deepEqual([item.email, item.role, item.status], ['Guest@Example.org', 'viewer', 'pending'])
  assert.equal(Date.parse(item.expiresAt) - Date.parse(item.createdAt), WEEK_MS)
  assert.match(item.token, /^[\w-]{43}$/)
  assert.equal(item.link, `${environment.FRONTEND_URL}invitation#token=${item.token}`)
})

test('only the owner, managers and administrators can invite, list and revoke', async () => {
  const url = `/project/${team.project.id}`
  const payload = { email: 'someone@example.org', role: 'member' }
  for (const user of [owner, manager, admin]) {
    assert.equal((await user.call('POST', `${url}/invite`, payload)).statusCode, 200)
    assert.equal((await user.call('GET', `${url}/invitation`)).statusCode, 200)
    assert.equal((await user.call('DELETE', `${url}/invitation?email=${payload.email}`)).statusCode, 200)
  }
  for (const user of [member, viewer, stranger]) {
    assert.equal((await user.call('POST', `${url}/invite`, payload)).statusCode, 403)
    assert.equal((await user.call('GET', `${url}/invitation`)).statusCode, 403)
    assert.equal((await user.call('DELETE', `${url}/invitation`)).statusCode, 403)
  }
  assert.equal((await owner.call('POST', '/project/999999/invite', payload)).statusCode, 404)
  assert.equal((await owner.call('GET', '/project/999999/invitation')).statusCode, 404)
  assert.equal((await owner.call('DELETE', '/project/999999/invitation')).statusCode, 404)
})

for (const [name, payload, field] of [
  ['no address', { role: 'member' }, 'email'],
  ['an invalid address', { email: 'nobody', role: 'member' }, 'email'],
  ['two addresses', { email: 'a@example.org, b@example.org', role: 'member' }, 'email'],
  ['an address with a line break', { email: 'a@example.org\nBcc: b@example.org', role: 'member' }, 'email'],
  ['no role', { email: 'a@example.org' }, 'role'],
  ['an owner', { email: 'a@example.org', role: 'owner' }, 'role'],
  ['an unknown field', { email: 'a@example.org', role: 'member', status: 'accepted' }, 'status'],
] as [string, object, string][]) {
  test(`inviting ${name} is refused with a field error`, async () => {
    const response = await owner.call('POST', `/project/${team.project.id}/invite`, payload)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(response.json().error.details.errors[field])
  })
}

test('neither personal projects nor members accept invitations', async () => {
  const personal = (await owner.call('GET', '/project?type=personal')).json().items[0]
  const payload = { email: 'a@example.org', role: 'member' }
  assert.equal((await owner.call('POST', `/project/${personal.id}/invite`, payload)).statusCode, 409)
  const email = member.email.toUpperCase()
  const again = await owner.call('POST', `/project/${team.project.id}/invite`, { email, role: 'manager' })
  assert.equal(again.statusCode, 409)
})

test('accepting makes the user a member with the invited role, once', async () => {
  const id = await aProject([manager, 'manager'])
  const guest = await createUser(services)
  const { id: invitationId, token } = await invite(manager, id, guest.email.toUpperCase(), 'viewer')
  const response = await accept(guest, token)
  assert.equal(response.statusCode, 200, response.body)
  const { item } = response.json()
  assert.deepEqual([item.id, item.myRole, item.memberCount], [id, 'viewer', 3])
  assert.equal((await accept(guest, token)).statusCode, 410)
  assert.deepEqual(
    (await invitationsOf(id)).map(({ status }) => status),
    ['accepted'],
  )
  const [added, accepted] = await activityOf(id)
  assert.deepEqual(
    [added?.type, added?.actorId, added?.after],
    ['member.added', guest.id, { userId: guest.id, role: 'viewer' }],
  )
  assert.deepEqual(
    [accepted?.type, accepted?.actorId, accepted?.after],
    [
      'invitation.accepted',
      guest.id,
      { invitationId, email: guest.email, role: 'viewer', invitedBy: manager.id },
    ],
  )
})

test('only managers see the invited address in the activity', async () => {
  const id = await aProject([manager, 'manager'], [member, 'member'])
  await invite(owner, id, 'guest@example.org')
  await owner.call('DELETE', `/project/${id}/invitation`)
  for (const [user, isTold] of [
    [owner, true],
    [manager, true],
    [member, false],
  ] as const) {
    const activity = await user.call('GET', `/project/${id}/activity`)
    const types = activity.json().items.map(({ type }: { type: string }) => type)
    assert.deepEqual(types.slice(0, 2), ['invitation.revoked', 'invitation.created'])
    assert.equal(activity.body.includes('guest@example.org'), isTold)
  }
})

longTest('invitations are limited per address and per user', async () => {
  const sender = await createUser(services)
  await growUp(sender)
  const ids = await Promise.all([aProject([sender, 'manager']), aProject([sender, 'manager'])])
  const inviting = (email: string, index = 0) =>
    sender.call('POST', `/project/${ids[index % 2]}/invite`, { email, role: 'viewer' })
  for (let n = 0; n < 10; n += 1) assert.equal((await inviting('once@example.org', n)).statusCode, 200)
  const refused = await inviting('Once@example.org')
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '3600'], refused.body)
  assert.equal((await inviting('other@example.org')).statusCode, 200)
  await sql`insert into invitations (project_id, email, role, token_digest, status, invited_by, expires_at)
    select ${ids[0]}, 'guest' || n, 'viewer', 'digest of many ' || n, 'revoked', ${sender.id}, now()
    from generate_series(1, 189) as n`.execute(services.deps.db)
  assert.equal((await inviting('third@example.org')).statusCode, 429)
  const { now } = services.deps
  services.deps.now = () => new Date(Date.now() + 3_601_000)
  assert.equal((await inviting('once@example.org')).statusCode, 200)
  services.deps.now = now
})

test('accounts that are new or have no confirmed address send fewer invitations', async () => {
  const fresh = await createUser(services)
  const unconfirmed = await createUnconfirmedUser(services)
  await growUp(unconfirmed)
  for (const sender of [fresh, unconfirmed]) {
    const id = await aProject([sender, 'manager'])
    const inviting = (n: number) =>
      sender.call('POST', `/project/${id}/invite`, { email: `guest-${n}@example.org`, role: 'viewer' })
    for (let n = 0; n < 10; n += 1) assert.equal((await inviting(n)).statusCode, 200)
    assert.equal((await inviting(10)).statusCode, 429)
    if (sender === fresh) await growUp(fresh)
    else await confirmEmail(services, unconfirmed.passportId)
  }
  const id = await aProject([fresh, 'manager'])
  await invite(fresh, id, 'another@example.org')
})

test('an invitation can be accepted with its own address only', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const { token } = await invite(owner, id, guest.email)
  assert.equal((await accept(stranger, token)).statusCode, 403)
  assert.equal((await accept(owner, token)).statusCode, 403)
  assert.equal((await stranger.call('GET', `/project/${id}`)).statusCode, 403)
  assert.equal((await accept(guest, token)).statusCode, 200)
})

test('unknown, empty and missing tokens are refused', async () => {
  assert.equal((await accept(stranger, 'unknown')).statusCode, 404)
  for (const payload of [{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(201) }]) {
    const response = await stranger.call('POST', '/invitation/accept', payload)
    assert.equal(response.statusCode, 422)
    assert.ok(response.json().error.details.errors.token)
  }
  const anonymous = await app.inject({ method: 'POST', url: '/invitation/accept', payload: { token: 'x' } })
  assert.equal(anonymous.statusCode, 401)
})

test('a second invitation to the same address replaces the first', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const first = await invite(owner, id, guest.email, 'viewer')
  const second = await invite(owner, id, guest.email.toUpperCase(), 'manager')
  assert.notEqual(first.token, second.token)
  assert.deepEqual(
    (await invitationsOf(id)).map(({ id, status }) => [id, status]),
    [
      [second.id, 'pending'],
      [first.id, 'revoked'],
    ],
  )
  assert.equal((await accept(guest, first.token)).statusCode, 410)
  assert.equal((await accept(guest, second.token)).json().item.myRole, 'manager')
})

test('concurrent invitations to one address leave one pending', async () => {
  const id = await aProject([manager, 'manager'])
  await Promise.all([owner, manager, owner, manager].map(user => invite(user, id, 'crowd@example.org')))
  assert.equal((await invitationsOf(id, '?status=pending')).length, 1)
  assert.equal((await invitationsOf(id, '?status=revoked')).length, 3)
})

test('an invitation expires after a week', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const { token } = await invite(owner, id, guest.email)
  await atAnotherTime(WEEK_MS, async () => {
    assert.equal((await accept(guest, token)).statusCode, 410)
    assert.equal((await invitationsOf(id, '?status=expired')).length, 1)
    assert.equal((await invitationsOf(id, '?status=pending')).length, 0)
    assert.equal((await invitationsOf(id))[0]?.status, 'expired')
    await invite(owner, id, guest.email)
  })
  await atAnotherTime(WEEK_MS - 60_000, async () => {
    assert.equal((await invitationsOf(id, '?status=pending')).length, 1)
  })
})

test('an invitation is valid until its last minute', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const { token } = await invite(owner, id, guest.email)
  await atAnotherTime(WEEK_MS - 60_000, async () => {
    assert.equal((await accept(guest, token)).statusCode, 200)
  })
})

test('a user who has become a member in the meantime gets 409', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const { token } = await invite(owner, id, guest.email, 'manager')
  await owner.call('POST', `/project/${id}/member`, { userId: guest.id, role: 'viewer' })
  assert.equal((await accept(guest, token)).statusCode, 409)
  assert.equal((await guest.call('GET', `/project/${id}`)).json().item.myRole, 'viewer')
})

test('an archived project cannot be joined', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const { token } = await invite(owner, id, guest.email)
  await owner.call('DELETE', `/project/${id}`)
  assert.equal((await accept(guest, token)).statusCode, 409)
  await owner.call('POST', `/project/${id}/restore`)
  assert.equal((await accept(guest, token)).statusCode, 200)
})

test('concurrent acceptances create one member', async () => {
  const id = await aProject()
  const guest = await createUser(services)
  const { token } = await invite(owner, id, guest.email)
  const answers = await Promise.all([accept(guest, token), accept(guest, token), accept(guest, token)])
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 410, 410])
  assert.equal((await activityOf(id)).filter(({ type }) => type === 'member.added').length, 1)
})

test('of a concurrent acceptance and revocation one succeeds', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await aProject()
    const { id: invitationId, token } = await invite(owner, id, stranger.email)
    const [accepted, revoked] = await Promise.all([
      accept(stranger, token),
      owner.call('DELETE', `/project/${id}/invitation?id=${invitationId}`),
    ])
    const codes = `${accepted.statusCode} ${revoked.statusCode}`
    assert.ok(['200 404', '410 200'].includes(codes), codes)
    const isIn = (await stranger.call('GET', `/project/${id}`)).statusCode === 200
    assert.equal(isIn, accepted.statusCode === 200)
  }
})

test('invitations are revoked by id, by address, or all at once', async () => {
  const id = await aProject()
  const url = `/project/${id}/invitation`
  const one = await invite(owner, id, 'one@example.org')
  await invite(owner, id, 'two@example.org')
  await invite(owner, id, 'three@example.org')
  const pending = async () => (await invitationsOf(id, '?status=pending')).map(({ email }) => email)
  const byId = await owner.call('DELETE', `${url}?id=${one.id}`)
  assert.equal(byId.statusCode, 200, byId.body)
  assert.equal(typeof byId.json().message, 'string')
  assert.deepEqual(await pending(), ['three@example.org', 'two@example.org'])
  assert.equal((await owner.call('DELETE', `${url}?email=TWO@example.org`)).statusCode, 200)
  assert.deepEqual(await pending(), ['three@example.org'])
  for (const query of [`id=${one.id}`, 'id=999999', 'email=two@example.org']) {
    assert.equal((await owner.call('DELETE', `${url}?${query}`)).statusCode, 404, query)
  }
  await invite(owner, id, 'four@example.org')
  assert.equal((await owner.call('DELETE', url)).statusCode, 200)
  assert.deepEqual(await pending(), [])
  assert.equal((await owner.call('DELETE', url)).statusCode, 200)
  const revoked = (await activityOf(id)).filter(({ type }) => type === 'invitation.revoked')
  assert.equal(revoked.length, 4)
  assert.deepEqual(revoked.at(-1)?.before, { invitationId: one.id, email: 'one@example.org', role: 'member' })
})

test('a misspelled or empty parameter revokes nothing', async () => {
  const id = await aProject()
  await invite(owner, id, 'kept@example.org')
  for (const query of ['mail=x@example.org', 'email=', 'email=x', 'id=0', 'id=x']) {
    const response = await owner.call('DELETE', `/project/${id}/invitation?${query}`)
    assert.equal(response.statusCode, 422, query)
  }
  assert.equal((await invitationsOf(id, '?status=pending')).length, 1)
})

test('an invitation of another project cannot be revoked', async () => {
  const [mine, id] = [await aProject(), await aProject()]
  const { id: foreign } = await invite(owner, id, 'foreign@example.org')
  assert.equal((await owner.call('DELETE', `/project/${mine}/invitation?id=${foreign}`)).statusCode, 404)
  assert.equal((await invitationsOf(id, '?status=pending')).length, 1)
  assert.equal((await invitationsOf(mine)).length, 0)
})

test('the token is in neither the list, the activity, the table nor the queue', async () => {
  const id = await aProject()
  const { token, email } = await invite(owner, id, 'secret@example.org')
  const rows = await deps.db.selectFrom('invitations').where('projectId', '=', id).selectAll().execute()
  const [listed] = await invitationsOf(id)
  assert.equal(listed?.email, email)
  assert.ok(!('token' in (listed as object)) && !('link' in (listed as object)))
  const jobs = await pendingJobs(deps)
  assert.ok(jobs.length > 0)
  for (const place of [listed, rows, jobs, await activityOf(id)]) {
    assert.ok(!JSON.stringify(place).includes(token))
  }
})

longTest(
  'the email has the link with a proof of the address, as text and HTML, in the inviter’s language',
  async () => {
    const { id } = (await owner.call('POST', '/project', { name: '<Größe> & «Co»' })).json().item
    const english = await invite(owner, id, 'english@example.org')
    const response = await app.inject({
      method: 'POST',
      url: `/project/${id}/invite`,
      payload: { email: 'russian@example.org', role: 'viewer' },
      headers: { authorization: `Bearer ${owner.token}`, 'accept-language': 'ru-RU,ru;q=0.9,en;q=0.8' },
    })
    const russian = response.json().item as Invited
    await runQueue(deps)

    const [email, ...others] = await mail.emailsTo('english@example.org')
    assert.equal(others.length, 0)
    assert.match(
      email?.text ?? '',
      /Sam Sample invited you to the project “<Größe> & «Co»” in Atrium\. Your role: member/,
    )
    const [mailed = ''] = email?.text.match(/^https?:\S+$/m) ?? []
    assert.match(mailed.slice(english.link.length), /^\.[\w-]{43}$/)
    assert.ok(mailed.startsWith(english.link))
    assert.ok(email?.html.includes(`href="${mailed}"`))
    assert.ok(email?.html.includes('&lt;Größe&gt; &amp; «Co»'))
    const [russianEmail] = await mail.emailsTo('russian@example.org')
    assert.match(russianEmail?.text ?? '', /Sam Sample приглашает вас в проект/)
    assert.match(russianEmail?.text ?? '', /Ваша роль: наблюдатель/)
    assert.ok(russianEmail?.text.includes(russian.link))
  },
)

test('neither the project nor the inviter can put a link into the email', async () => {
  const name = 'Your mailbox is full, sign in at https://evil.example/login'
  const { id } = (await owner.call('POST', '/project', { name })).json().item
  const { link } = await invite(owner, id, 'full@example.org')
  await runQueue(deps)
  const [email] = await mail.emailsTo('full@example.org')
  const texts = [email?.text, email?.html].map(text => text?.replaceAll(link, '') ?? '')
  for (const text of texts) {
    assert.match(text, /Your mailbox is full, sign in at +evil example\/login/)
    assert.doesNotMatch(text, /evil\.example/)
  }
})

test('an invitation that is no longer pending is not mailed', async () => {
  const id = await aProject()
  const gone = await createUser(services)
  await invite(owner, id, 'revoked@example.org')
  await owner.call('DELETE', `/project/${id}/invitation`)
  await accept(gone, (await invite(owner, id, gone.email)).token)
  await invite(owner, id, 'replaced@example.org', 'viewer')
  const { link } = await invite(owner, id, 'replaced@example.org')
  await runQueue(deps)
  assert.equal((await mail.emailsTo('revoked@example.org')).length, 0)
  assert.equal((await mail.emailsTo(gone.email)).length, 0)
  const emails = await mail.emailsTo('replaced@example.org')
  assert.equal(emails.length, 1)
  assert.ok(emails[0]?.text.includes(link))
  await invite(owner, id, 'late@example.org')
  await atAnotherTime(WEEK_MS, () => runQueue(deps))
  assert.equal((await mail.emailsTo('late@example.org')).length, 0)
})

test('a refused invitation sends no email', async () => {
  await runQueue(deps)
  const payload = { email: member.email, role: 'member' }
  assert.equal((await owner.call('POST', `/project/${team.project.id}/invite`, payload)).statusCode, 409)
  assert.deepEqual(await pendingJobs(deps), [])
})

longTest('the link is correct if FRONTEND_URL has no trailing slash', async () => {
  const bare = await startBothServices({ FRONTEND_URL: 'https://tasks.example.org/app' })
  const user = await createUser(bare)
  const { id } = (await user.call('POST', '/project', { name: 'Sample' })).json().item
  const { token, link } = await invite(user, id, 'guest@example.org')
  assert.equal(link, `https://tasks.example.org/app/invitation#token=${token}`)
})

async function statusOf(projectId: number, id: number) {
  return (await invitationsOf(projectId)).find(invitation => invitation.id === id)?.status
}

function remove(user: User, projectId: number, by = owner) {
  return by.call('DELETE', `/project/${projectId}/member/${user.id}`)
}

for (const [name, demote] of [
  ['was removed', (user: User, projectId: number) => remove(user, projectId)],
  ['left', (user: User, projectId: number) => remove(user, projectId, user)],
  [
    'became a member',
    (user: User, projectId: number) =>
      owner.call('PUT', `/project/${projectId}/member/${user.id}/role`, { role: 'member' }),
  ],
] as const) {
  test(`an invitation by a manager who ${name} is revoked`, async () => {
    const [inviter, invited] = [await createUser(services), await createUser(services)]
    const projectId = await aProject([inviter, 'manager'])
    const { id, token } = await invite(inviter, projectId, invited.email)
    const kept = await invite(owner, projectId, 'kept@example.org')
    assert.equal((await demote(inviter, projectId)).statusCode, 200)
    const refused = await accept(invited, token)
    assert.deepEqual([refused.statusCode, refused.json().error.details.status], [410, 'revoked'])
    assert.deepEqual(
      [await statusOf(projectId, id), await statusOf(projectId, kept.id)],
      ['revoked', 'pending'],
    )
    const revocations = (await activityOf(projectId)).filter(({ type }) => type === 'invitation.revoked')
    assert.equal(revocations.length, 1)
  })
}

test('an invitation by a user who was archived or lost the permission is no longer valid', async () => {
  const { db } = deps
  const [inviter, guest] = [await createUser(services), await createUser(services)]
  const projectId = await aProject([inviter, 'manager'])
  const first = await invite(inviter, projectId, guest.email)
  const archivedAt = new Date().toISOString()
  await db.updateTable('users').set({ archivedAt }).where('id', '=', inviter.id).execute()
  assert.equal((await accept(guest, first.token)).statusCode, 410)
  assert.equal(await statusOf(projectId, first.id), 'revoked')
  await db.updateTable('users').set({ archivedAt: null }).where('id', '=', inviter.id).execute()
  assert.equal(await statusOf(projectId, first.id), 'pending')

  const helper = await createUser(services)
  const role = (await admin.call('POST', '/roles', { name: 'helpers' })).json().item
  const { items } = (await admin.call('GET', '/rbac/permissions?limit=1000')).json()
  const { id } = items.find((permission: { name: string }) => permission.name === 'projects.manage.any')
  await admin.call('POST', `/rbac/roles/${role.id}/permissions/${id}`)
  await admin.call('POST', '/user-roles', { userId: helper.id, roleId: role.id })
  const second = await invite(helper, projectId, guest.email)
  assert.equal(await statusOf(projectId, second.id), 'pending')
  await admin.call('DELETE', `/rbac/roles/${role.id}/permissions/${id}`)
  assert.equal((await accept(guest, second.token)).statusCode, 410)
})

test('adding or removing a member settles their pending invitations', async () => {
  const guest = await createUser(services)
  const projectId = await aProject()
  const first = await invite(owner, projectId, guest.email.toUpperCase(), 'manager')
  const elsewhere = await aProject()
  const other = await invite(owner, elsewhere, guest.email)
  const add = { userId: guest.id, role: 'viewer' }
  assert.equal((await owner.call('POST', `/project/${projectId}/member`, add)).statusCode, 200)
  assert.equal(await statusOf(projectId, first.id), 'revoked')
  assert.equal((await accept(guest, first.token)).statusCode, 409, 'a member already')
  assert.equal((await remove(guest, projectId)).statusCode, 200)
  assert.equal((await accept(guest, first.token)).statusCode, 410)
  assert.equal(await statusOf(elsewhere, other.id), 'pending')
})

test('signed-in users see invitations to their confirmed address and accept them without the token', async () => {
  const guest = await createUnconfirmedUser(services)
  const projectId = await aProject()
  const own = async () => (await guest.call('GET', '/invitation')).json()
  assert.deepEqual(await own(), { items: [], _meta: { total: 0, page: 1, limit: 20, pages: 0 } })
  const { id } = await invite(owner, projectId, guest.email.toUpperCase(), 'viewer')
  await invite(owner, projectId, 'other@example.org')
  const accepting = (user: User) => user.call('POST', `/invitation/${id}/accept`)
  assert.deepEqual((await own()).items, [], 'anyone can register with the address of another person')
  const unconfirmed = await accepting(guest)
  assert.deepEqual(
    [unconfirmed.statusCode, unconfirmed.json().error.details.reason],
    [403, 'email_not_confirmed'],
  )
  await confirmEmail(services, guest.passportId)
  const [item, ...more] = (await own()).items
  assert.deepEqual(more, [])
  assert.deepEqual(
    [item.id, item.role, item.project, item.inviter.id, item.token],
    [id, 'viewer', { id: projectId, name: 'Sample' }, owner.id, undefined],
  )
  assert.equal((await accepting(stranger)).statusCode, 403)
  const accepted = await accepting(guest)
  assert.equal(accepted.statusCode, 200, accepted.body)
  assert.equal(accepted.json().item.myRole, 'viewer')
  assert.equal((await accepting(guest)).statusCode, 410)
  assert.deepEqual((await own()).items, [])
  assert.equal((await guest.call('POST', '/invitation/999999/accept')).statusCode, 404)
})

test('an access token that expires during the check does not make the address unconfirmed', async () => {
  const guest = await createUnconfirmedUser(services)
  const { id } = await invite(owner, await aProject(), guest.email)
  await confirmEmail(services, guest.passportId)
  const check = services.proxy.pause(`GET /users/${guest.passportId}`, 'request')
  const listed = guest.call('GET', '/invitation')
  await check.arrived
  const headers = { authorization: `Bearer ${guest.token}` }
  await services.identity.inject({ method: 'POST', url: '/auth/logout', headers })
  check.release()
  const items = (await listed).json().items as Invited[]
  assert.deepEqual(
    items.map(item => item.id),
    [id],
  )
})

test('invitations that can no longer be accepted are not listed', async () => {
  const [guest, inviter] = [await createUser(services), await createUser(services)]
  const [revoked, archived, orphaned] = [
    await aProject(),
    await aProject(),
    await aProject([inviter, 'manager']),
  ]
  const ids = [
    await invite(owner, revoked, guest.email),
    await invite(owner, archived, guest.email),
    await invite(inviter, orphaned, guest.email),
  ].map(({ id }) => id)
  const listed = async () =>
    (await guest.call('GET', '/invitation')).json().items.map(({ id }: { id: number }) => id)
  assert.deepEqual(await listed(), ids.toReversed())
  await owner.call('DELETE', `/project/${revoked}/invitation`)
  await owner.call('DELETE', `/project/${archived}`)
  await remove(inviter, orphaned)
  assert.deepEqual(await listed(), [])
  const statuses = []
  for (const id of ids) statuses.push((await guest.call('POST', `/invitation/${id}/accept`)).statusCode)
  assert.deepEqual(statuses, [410, 409, 410])
  await atAnotherTime(WEEK_MS + 1000, async () => assert.deepEqual(await listed(), []))
})
