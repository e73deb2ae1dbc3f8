import assert from 'node:assert/strict'
import { test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { applicationToken, createApplication } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { as, atIdentity, createPerson } from '../people.ts'
import { createTeam, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { app, deps, environment } = services
const HOUR_MS = 3_600_000
const HTML = { accept: 'text/html' }

async function share(user: User, { boardId }: Pick<Team, 'boardId'>, body: object = {}) {
  const response = await user.call('POST', `/board/${boardId}/share`, body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; url: string; hasPassword: boolean }
}

/** Opens an address like a reader: without a session. */
function read(url: string, { after = '', headers = {} }: { after?: string; headers?: object } = {}) {
  const { origin, pathname } = new URL(url)
  assert.equal(origin, environment.TASKS_URL)
  return app.inject({ url: pathname + after, headers: { ...headers } })
}

async function boardOf(url: string, headers: object = {}) {
  const response = await read(url, { after: '/board', headers })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

function enter(url: string, password: string, headers: object = {}) {
  return app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: { password },
    headers: { ...headers },
  })
}

async function createTask({ member, toDo }: Team, fields: object) {
  const response = await member.call('POST', '/task', { columnId: toDo, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; number: number }
}

async function attach({ member }: Team, taskId: number, text: string) {
  const payload = `--x\r\nContent-Disposition: form-data; name="file"; filename="plan.txt"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--x--\r\n`
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    authorization: `Bearer ${member.token}`,
  }
  const response = await app.inject({ method: 'POST', url: `/task/${taskId}/attachment`, payload, headers })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id as number
}

test('a link shows the board to anyone, without ids, addresses, members, comments or files', async () => {
  const team = await createTeam(services)
  const { manager, member, viewer, project } = team
  const description = `**Bold** for @[${viewer.id}] <script>alert(1)</script> [home](/app/) ![spy](https://spy.invalid/x.png) [site](https://example.org/)`
  const task = await createTask(team, {
    title: '<b>Ship</b>',
    description,
    dueDate: '2020-01-02',
    assigneeId: member.id,
  })
  await member.call('POST', `/task/${task.id}/comment`, { text: 'Internal talk' })
  await attach(team, task.id, 'Internal file')
  const trashed = await createTask(team, { title: 'In the trash' })
  await member.call('DELETE', `/task/${trashed.id}`)
  const { url } = await share(manager, team)
  assert.match(url, /\/share\/[\w-]{43}$/)

  const data = await read(url, { after: '/board' })
  const { item } = data.json()
  assert.deepEqual(Object.keys(item).sort(), ['columns', 'description', 'name', 'projectName'])
  assert.equal(item.projectName, 'Website')
  const [card] = item.columns[0].tasks
  assert.deepEqual(Object.keys(card).sort(), [
    'assignees',
    'checklistDone',
    'checklistTotal',
    'completedAt',
    'description',
    'dueDate',
    'key',
    'priority',
    'startDate',
    'stickers',
    'title',
  ])
  const me = (await member.call('GET', '/users/me')).json().item
  assert.deepEqual(card.assignees, [`${me.name} ${me.surname[0]}.`])
  assert.equal(item.columns[0].taskCount, 1)

  const page = await read(url, { headers: HTML })
  assert.equal(page.statusCode, 200)
  for (const [what, { body, headers }] of Object.entries({ data, page })) {
    assert.equal(headers['referrer-policy'], 'no-referrer', what)
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow', what)
    assert.equal(headers['access-control-allow-origin'], undefined, what)
    assert.equal(headers['set-cookie'], undefined, what)
    assert.doesNotMatch(body, /Internal|In the trash|@example|"id"|"email"/, what)
    assert.ok(![member, manager, viewer].some(({ email }) => body.includes(email)), what)
    assert.doesNotMatch(body, new RegExp(`@\\[${viewer.id}\\]`), what)
  }
  assert.match(page.body, /<strong>Bold<\/strong> for @…/)
  assert.match(page.body, /&lt;b&gt;Ship&lt;\/b&gt;/)
  assert.doesNotMatch(page.body, /<script|<img|href="\/app\//)
  assert.match(page.body, /<a href="https:\/\/example.org\/" rel="noopener noreferrer nofollow">/)
  assert.match(page.body, /name="robots" content="noindex, nofollow"/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  const russian = await read(url, { headers: { ...HTML, 'accept-language': 'ru' } })
  assert.match(russian.body, /Только просмотр.*Срок: 2 янв\. 2020/s)
  assert.equal((await manager.call('GET', `/project/${project.id}/activity`)).body.includes('share'), false)
})

longTest('comments and files are shown only if the link says so, and only files of this board', async () => {
  const team = await createTeam(services)
  const task = await createTask(team, { title: 'Launch' })
  await team.member.call('POST', `/task/${task.id}/comment`, { text: 'Looks *good*' })
  const fileId = await attach(team, task.id, 'The plan')
  const other = await createTeam(services)
  const otherTask = await createTask(other, { title: 'Elsewhere' })
  const otherFile = await attach(other, otherTask.id, 'Not shared')

  const closed = await share(team.manager, team)
  assert.equal((await read(closed.url, { after: `/file/${fileId}` })).statusCode, 404)

  const { url } = await share(team.manager, team, { showsComments: true, showsFiles: true })
  const [card] = (await boardOf(url)).columns[0].tasks
  assert.partialDeepStrictEqual(card, {
    comments: [{ text: 'Looks *good*' }],
    files: [{ id: fileId, name: 'plan.txt', size: 8 }],
  })
  assert.deepEqual(Object.keys(card.comments[0]).sort(), ['author', 'createdAt', 'text'])
  const page = await read(url, { headers: HTML })
  assert.match(page.body, /Looks <em>good<\/em>/)
  const link = String(/href="([^"]+\/file\/\d+)"/.exec(page.body)?.[1])
  const file = await app.inject(link)
  assert.equal(file.body, 'The plan')
  assert.match(String(file.headers['content-disposition']), /^attachment/)
  for (const id of [otherFile, 999_999])
    assert.equal((await read(url, { after: `/file/${id}` })).statusCode, 404)
  await team.member.call('DELETE', `/task/${task.id}`)
  assert.equal((await app.inject(link)).statusCode, 404)
})

test('a password is asked for, kept in a cookie of this link, and cannot be guessed', async () => {
  const team = await createTeam(services)
  await createTask(team, { title: 'Secret plan' })
  const { url, hasPassword } = await share(team.manager, team, { password: 'open sesame' })
  assert.equal(hasPassword, true)
  const asked = await read(url, { headers: HTML })
  assert.equal(asked.statusCode, 401)
  assert.match(asked.body, /type="password"/)
  assert.doesNotMatch(asked.body, /Secret|Website|Work/)
  const data = await read(url, { after: '/board' })
  assert.deepEqual([data.statusCode, data.json().error.details.reason], [401, 'share_password_required'])

  const wrong = await enter(url, 'open says me')
  assert.deepEqual([wrong.statusCode, wrong.json().error.details.reason], [401, 'share_password_wrong'])
  assert.equal(wrong.headers['set-cookie'], undefined)
  const wrongForm = await enter(url, 'open says me', HTML)
  assert.deepEqual([wrongForm.statusCode, /The password is wrong/.test(wrongForm.body)], [401, true])

  const right = await enter(url, 'open sesame', HTML)
  assert.deepEqual([right.statusCode, right.headers.location], [303, new URL(url).pathname])
  const setCookie = String(right.headers['set-cookie'])
  assert.match(setCookie, /HttpOnly; (Secure; )?SameSite=Lax/)
  assert.match(setCookie, /Max-Age=43200/)
  const cookie = String(setCookie.split(';')[0])
  assert.match((await read(url, { headers: { ...HTML, cookie } })).body, /Secret plan/)
  await boardOf(url, { cookie })

  const other = await share(team.manager, team, { password: 'open sesame' })
  const [, value = ''] = cookie.split(/=(.*)/)
  const forged = { cookie: `atrium_share_${other.id}=${value}` }
  assert.equal((await read(other.url, { after: '/board', headers: forged })).statusCode, 401)

  const now = deps.now()
  try {
    const tries = Array.from({ length: 30 }, () => enter(url, 'guess'))
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
    assert.deepEqual([...new Set(statuses)].sort(), [401, 429])
    const throttled = await enter(url, 'open sesame')
    assert.deepEqual([throttled.statusCode, throttled.headers['retry-after']], [429, '900'])
    await boardOf(url, { cookie })
    assert.equal((await enter(other.url, 'open sesame')).statusCode, 200)
    deps.now = () => new Date(now.getTime() + HOUR_MS)
    assert.equal((await enter(url, 'open sesame')).statusCode, 200)
    deps.now = () => new Date(now.getTime() + 14 * HOUR_MS)
    assert.equal((await read(url, { after: '/board', headers: { cookie } })).statusCode, 401)
  } finally {
    deps.now = () => new Date()
  }
  const rows = JSON.stringify(await deps.db.selectFrom('shareLinks').selectAll().execute())
  assert.match(rows, /\$argon2id\$/)
  assert.doesNotMatch(rows, /open sesame/)
})

test('the list has everything but the link, which only managers see and revoke', async () => {
  const team = await createTeam(services)
  const { manager, member, viewer, stranger, owner, boardId } = team
  const endsAt = new Date(deps.now().getTime() + HOUR_MS).toISOString()
  const { id, url } = await share(manager, team, { endsAt })
  await boardOf(url)
  const list = await owner.call('GET', `/board/${boardId}/share`)
  assert.partialDeepStrictEqual(list.json().items, [
    {
      id,
      boardId,
      hasPassword: false,
      endsAt,
      showsComments: false,
      showsFiles: false,
      createdBy: { id: manager.id },
    },
  ])
  assert.notEqual(list.json().items[0].openedAt, null)
  const token = String(url.split('/').at(-1))
  assert.equal(list.body.includes(token), false)
  const rows = await deps.db.selectFrom('shareLinks').selectAll().execute()
  const entries = await deps.db.selectFrom('auditEntries').selectAll().execute()
  assert.equal(JSON.stringify([rows, entries]).includes(token), false)

  for (const user of [member, viewer, stranger])
    assert.equal((await user.call('DELETE', `/share/${id}`)).statusCode, 403)
  assert.equal((await owner.call('DELETE', `/share/${id}`)).statusCode, 200)
  assert.equal((await read(url, { after: '/board' })).statusCode, 404)
  assert.equal((await owner.call('DELETE', `/share/${id}`)).statusCode, 404)
  const actions = (await deps.db.selectFrom('auditEntries').selectAll().execute())
    .filter(({ subjectType, subjectId }) => subjectType === 'board' && subjectId === boardId)
    .map(({ action }) => action)
  assert.deepEqual(actions, ['share.created', 'share.deleted'])

  const refused = async (body: object) =>
    (await manager.call('POST', `/board/${boardId}/share`, body)).statusCode
  assert.equal(await refused({ endsAt: '2020-01-01T00:00:00Z' }), 422)
  assert.equal(await refused({ password: 'abc' }), 422)
  assert.equal(await refused({ isPublic: true }), 422)
})

test('guessed, revoked and ended links, archived boards and lost rights all get the same answer', async () => {
  const team = await createTeam(services)
  const { manager, owner, project, boardId } = team
  const endsAt = new Date(deps.now().getTime() + HOUR_MS).toISOString()
  const { url } = await share(manager, team)
  const ending = await share(manager, team, { endsAt })
  const answer = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
  const { body: notFound } = await read(`${environment.TASKS_URL}/share/unknown`, { after: '/board' })
  const assertEnded = async (address: string) => {
    const response = await read(address, { after: '/board' })
    assert.equal(response.statusCode, 404, response.body)
    assert.equal(answer(response.body), answer(notFound))
    assert.equal(response.headers['x-robots-tag'], 'noindex, nofollow')
    assert.equal(response.headers['referrer-policy'], 'no-referrer')
    const page = await read(address, { headers: HTML })
    assert.equal(page.statusCode, 404)
    assert.match(page.body, /Ask the person who sent you the link for a new one/)
    assert.doesNotMatch(page.body, /href="[^"]*\/app/)
    assert.equal((await enter(address, 'password')).statusCode, 404)
  }
  await assertEnded(url.replace(/.$/, '!'))
  await assertEnded(`${environment.TASKS_URL}/share/${'%27%20or%201=1'}`)

  const now = deps.now()
  deps.now = () => new Date(now.getTime() + 2 * HOUR_MS)
  try {
    await assertEnded(ending.url)
  } finally {
    deps.now = () => new Date()
  }

  await owner.call('DELETE', `/board/${boardId}`)
  await assertEnded(url)
  await owner.call('POST', `/board/${boardId}/restore`)
  await boardOf(url)
  await owner.call('DELETE', `/project/${project.id}`)
  await assertEnded(url)
  await owner.call('POST', `/project/${project.id}/restore`)
  await boardOf(url)
  const setRole = (role: string) =>
    owner.call('PUT', `/project/${project.id}/member/${manager.id}/role`, { role })
  assert.equal((await setRole('member')).statusCode, 200)
  await assertEnded(url)
  await setRole('manager')
  await assertEnded(url)

  const again = await share(manager, team)
  assert.equal((await owner.call('DELETE', `/project/${project.id}/member/${manager.id}`)).statusCode, 200)
  await assertEnded(again.url)
})

test('archiving the account of the creator ends a link at once, and tokens without the right to manage create none', async () => {
  const team = await createTeam(services)
  const { manager, boardId } = team
  const application = await createApplication(services)
  const token = await applicationToken(services, application, manager, 'tasks:read tasks:write')
  const call = as(services, token)
  assert.equal((await call('POST', `/board/${boardId}/share`, {})).statusCode, 403)
  assert.equal((await call('GET', `/board/${boardId}/share`)).statusCode, 403)

  const { url } = await share(manager, team)
  await boardOf(url)
  const admin = await atIdentity(services, await createPerson(services, 'owner'))
  assert.equal((await admin('DELETE', `/users/${manager.passportId}`)).statusCode, 200)
  assert.equal((await read(url, { after: '/board' })).statusCode, 404)
})
