import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { applicationToken, createApplication } from '../api-clients.ts'
import { sharedServices } from '../both-services.ts'
import { as, atIdentity, createPerson } from '../people.ts'
import { createTeam, createUser, type Team, type User } from '../team.ts'

const services = await sharedServices()
const { app, deps, environment } = services
const DAY_MS = 86_400_000

function day(days: number) {
  return new Date(deps.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

async function createTask({ member, toDo }: Team, fields: object) {
  const response = await member.call('POST', '/task', { title: 'A task', columnId: toDo, ...fields })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; version: number; number: number }
}

async function createFeed(user: User, body: object) {
  const response = await user.call('POST', '/calendar-feed', body)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item as { id: number; url: string; name: string | null }
}

/** Reads it as a calendar program does: without cookies or tokens. */
function fetchFeed(url: string, headers: Record<string, string> = {}) {
  const { origin, pathname, search } = new URL(url)
  assert.equal(origin, environment.TASKS_URL)
  return app.inject({ url: pathname + search, headers })
}

interface Entry {
  uid: string
  summary: string
  start: string | undefined
  end: string | undefined
  status: string
}

/** Search engines do not list it, and links in it do not say where they were found. */
function assertHidden(headers: Record<string, unknown>) {
  assert.equal(headers['x-robots-tag'], 'noindex, nofollow')
  assert.equal(headers['referrer-policy'], 'no-referrer')
}

/** What two parsers, which share no code, agree on. */
async function parse(text: string, kind: 'vevent' | 'vtodo' = 'vevent') {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const text1 = (component: ICAL.Component, name: string) =>
    component.getFirstPropertyValue(name)?.toString() as string
  const entries: Entry[] = calendar.getAllSubcomponents(kind).map(component => ({
    uid: text1(component, 'uid'),
    summary: text1(component, 'summary'),
    start: text1(component, 'dtstart'),
    end: text1(component, kind === 'vevent' ? 'dtend' : 'due'),
    status: text1(component, 'status'),
  }))
  const others = Object.values(nodeIcal.sync.parseICS(text)).filter(
    entry => entry?.type === kind.toUpperCase(),
  ) as unknown as Record<string, unknown>[]
  const dateOf = (value: unknown) => (value instanceof Date ? localDay(value) : undefined)
  assert.deepEqual(
    others.map(({ uid, summary, start, end, due, status }) => ({
      uid,
      summary,
      start: dateOf(start),
      end: dateOf(kind === 'vevent' ? end : due),
      status,
    })),
    entries.map(entry => ({ ...entry })),
  )
  return entries
}

/** The parser takes a day for midnight in the zone of the process. */
function localDay(date: Date) {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

test('a feed of a project shows its tasks as events for whole days, which two parsers read alike', async () => {
  const team = await createTeam(services)
  const title =
    'Ship, “the” long; very \\ long title with русские слова and 🎉 emoji, which has to be folded twice'
  const due = await createTask(team, { title, dueDate: day(3) })
  const span = await createTask(team, { title: 'Span', startDate: day(1), dueDate: day(4) })
  const started = await createTask(team, { title: 'Started', startDate: day(2) })
  await createTask(team, { title: 'No date' })
  await createTask(team, { title: 'Long ago', dueDate: day(-91) })
  await createTask(team, { title: 'Far away', startDate: day(366) })
  const old = await createTask(team, { title: 'Oldest', dueDate: day(-90) })
  const { url, name } = await createFeed(team.viewer, { kind: 'project', projectId: team.project.id })
  assert.equal(name, 'Website')
  assert.match(url, /\/calendar\/[\w-]{43}\.ics$/)
  const response = await fetchFeed(url)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.headers['content-type'], 'text/calendar; charset=utf-8')
  assertHidden(response.headers)
  assert.equal(response.headers['set-cookie'], undefined)
  assert.equal(response.headers['access-control-allow-origin'], undefined)
  const text = response.body
  assert.equal(text.replaceAll('\r\n', '').search(/[\r\n]/), -1, 'every line ends with CRLF')
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.match(text, /\r\nNAME:Website\r\nX-WR-CALNAME:Website\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n/)
  const entries = await parse(text)
  const uid = (task: { id: number }) => `task-${task.id}@localhost`
  assert.deepEqual(entries, [
    { uid: uid(old), summary: 'Oldest', start: day(-90), end: day(-89), status: 'CONFIRMED' },
    { uid: uid(span), summary: 'Span', start: day(1), end: day(5), status: 'CONFIRMED' },
    { uid: uid(started), summary: 'Started', start: day(2), end: day(3), status: 'CONFIRMED' },
    { uid: uid(due), summary: title, start: day(3), end: day(4), status: 'CONFIRMED' },
  ])
  const refused = await fetchFeed(`${url}?kind=reminder`)
  assert.equal(refused.statusCode, 422)
  assertHidden(refused.headers)
  const unfolded = text.replaceAll('\r\n ', '')
  const { version, updatedAt } = (await team.member.call('GET', `/task/${due.id}`)).json().item
  const moment = new Date(updatedAt).toISOString().replace(/[-:]|\.\d+/g, '')
  for (const line of [
    `DTSTAMP:${moment}`,
    `LAST-MODIFIED:${moment}`,
    `SEQUENCE:${version}`,
    'TRANSP:TRANSPARENT',
    `URL:${environment.FRONTEND_URL}task/${due.id}`,
  ])
    assert.ok(unfolded.includes(`\r\n${line}\r\n`), line)
})

test('a feed is the same until something changes, and cancels a deleted task for 30 days', async () => {
  const team = await createTeam(services)
  const task = await createTask(team, { title: 'Launch', dueDate: day(1) })
  const { url } = await createFeed(team.viewer, { kind: 'project', projectId: team.project.id })
  const first = await fetchFeed(url)
  const tag = String(first.headers.etag)
  const again = await fetchFeed(url, { 'if-none-match': `W/${tag}` })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
  assert.equal((await app.inject({ method: 'HEAD', url: new URL(url).pathname })).headers.etag, tag)

  await team.member.call('POST', `/task/${task.id}/move-to-column`, { columnId: team.done })
  const completed = await fetchFeed(url, { 'if-none-match': tag })
  assert.equal(completed.statusCode, 200)
  assert.equal((await parse(completed.body))[0]?.summary, '✓ Launch')

  assert.equal((await team.member.call('DELETE', `/task/${task.id}`)).statusCode, 200)
  const sequence = (text: string) => Number(/\r\nSEQUENCE:(\d+)/.exec(text)?.[1])
  const deleted = await fetchFeed(url)
  assert.equal((await parse(deleted.body))[0]?.status, 'CANCELLED')
  assert.ok(sequence(deleted.body) >= sequence(completed.body))
  assert.ok(sequence(completed.body) > sequence(first.body))
  const now = deps.now()
  deps.now = () => new Date(now.getTime() + 31 * DAY_MS)
  try {
    assert.deepEqual(await parse((await fetchFeed(url)).body), [])
  } finally {
    deps.now = () => new Date()
  }
})

test('my feed has what is assigned to me, as to-dos too, and a feed of a view what its filter finds', async () => {
  const team = await createTeam(services)
  const { member, viewer, project } = team
  await createTask(team, { title: 'Mine', startDate: day(1), dueDate: day(2), assigneeId: member.id })
  const done = await createTask(team, { title: 'Done', dueDate: day(1), assigneeId: member.id })
  await member.call('POST', `/task/${done.id}/move-to-column`, { columnId: team.done })
  await createTask(team, { title: 'Of nobody', dueDate: day(2) })
  await member.call('PUT', '/users/me/settings', { language: 'ru' })
  const mine = await createFeed(member, { kind: 'mine' })
  const events = await fetchFeed(mine.url)
  assert.match(events.body, /\r\nX-WR-CALNAME:Мои задачи в Atrium\r\n/)
  assert.deepEqual(
    (await parse(events.body)).map(({ summary }) => summary),
    ['Mine', '✓ Done'],
  )
  const { body: todoText } = await fetchFeed(`${mine.url}?kind=todo`)
  const dateOf = (text: string) => text.replaceAll('-', '')
  assert.ok(todoText.includes(`\r\nDUE;VALUE=DATE:${dateOf(day(1))}\r\n`), 'due on that day, at no time')
  assert.ok(events.body.includes(`\r\nDTSTART;VALUE=DATE:${dateOf(day(1))}\r\n`))
  const todos = await parse(todoText, 'vtodo')
  assert.deepEqual(
    todos.map(({ summary, start, end, status }) => [summary, start, end, status]),
    [
      ['Mine', day(1), day(2), 'NEEDS-ACTION'],
      ['Done', undefined, day(1), 'COMPLETED'],
    ],
  )
  const view = { name: 'Unassigned', projectId: project.id, filter: 'assignee = none', isShared: true }
  const { id: viewId } = (await member.call('POST', '/view', view)).json().item
  const ofView = await createFeed(viewer, { kind: 'view', viewId })
  assert.equal(ofView.name, 'Unassigned')
  assert.deepEqual(
    (await parse((await fetchFeed(ofView.url)).body)).map(({ summary }) => summary),
    ['Of nobody'],
  )
  await member.call('PUT', `/view/${viewId}`, { isShared: false })
  assert.equal((await fetchFeed(ofView.url)).statusCode, 404)
})

test('the owner sees the addresses again, nobody else does, and neither the database nor the log has a token', async () => {
  const team = await createTeam(services)
  const { member, viewer, project } = team
  const feed = await createFeed(member, { kind: 'project', projectId: project.id })
  await fetchFeed(feed.url)
  const { items } = (await member.call('GET', '/calendar-feed')).json()
  assert.partialDeepStrictEqual(items, [
    { id: feed.id, url: feed.url, kind: 'project', projectId: project.id },
  ])
  assert.notEqual(items[0].readAt, null)
  assert.deepEqual((await viewer.call('GET', '/calendar-feed')).json().items, [])
  assert.equal((await viewer.call('DELETE', `/calendar-feed/${feed.id}`)).statusCode, 404)
  const rows = JSON.stringify(await deps.db.selectFrom('calendarFeeds').selectAll().execute())
  const token = String(/calendar\/(.+)\.ics/.exec(feed.url)?.[1])
  assert.equal(rows.includes(token), false)
  const entries = await deps.db.selectFrom('auditEntries').selectAll().execute()
  assert.equal(JSON.stringify(entries).includes(token), false)
  assert.ok(
    entries.some(({ action, subjectId }) => action === 'calendar_feed.created' && subjectId === feed.id),
  )
})

test('a feed can’t be made of what the user can’t read', async () => {
  const { stranger, member, owner, project } = await createTeam(services)
  const refused = async (user: User, body: object) =>
    (await user.call('POST', '/calendar-feed', body)).statusCode
  assert.equal(await refused(stranger, { kind: 'project', projectId: project.id }), 403)
  assert.equal(await refused(stranger, { kind: 'project', projectId: 999_999 }), 404)
  assert.equal(await refused(stranger, { kind: 'project' }), 422)
  assert.equal(await refused(stranger, { kind: 'view' }), 422)
  const view = { name: 'Private', projectId: project.id, filter: '' }
  const { id: viewId } = (await member.call('POST', '/view', view)).json().item
  assert.equal(await refused(owner, { kind: 'view', viewId }), 404)
  await member.call('PUT', `/view/${viewId}`, { isShared: true })
  assert.equal(await refused(stranger, { kind: 'view', viewId }), 403)
  await owner.call('DELETE', `/project/${project.id}`)
  assert.equal(await refused(owner, { kind: 'project', projectId: project.id }), 409)
})

test('guessed, changed and deleted addresses, archived projects and lost rights all get the same answer', async () => {
  const team = await createTeam(services)
  const { member, owner, project } = team
  await createTask(team, { title: 'Secret plan', dueDate: day(1), assigneeId: member.id })
  const feed = await createFeed(member, { kind: 'project', projectId: project.id })
  const mine = await createFeed(member, { kind: 'mine' })
  const { body: notFound } = await fetchFeed(`${environment.TASKS_URL}/calendar/unknown.ics`)
  const answer = (text: string) => text.replace(/"requestId":"[^"]+"/, '')
  const assertEnded = async (url: string) => {
    const response = await fetchFeed(url)
    assert.equal(response.statusCode, 404, response.body)
    assert.equal(answer(response.body), answer(notFound))
    assertHidden(response.headers)
  }
  const guesses = [
    feed.url.replace(/.\.ics$/, '!.ics'),
    feed.url.replace(/calendar\/.+\.ics/, `calendar/${feed.id}.ics`),
    feed.url.replace(/(calendar\/)(.+)(\.ics)/, (_, start, token, end) => start + token.toLowerCase() + end),
    feed.url.replace(/calendar\/.+\.ics/, 'calendar/%27%20or%201=1.ics'),
  ]
  for (const url of guesses) await assertEnded(url)

  await owner.call('DELETE', `/project/${project.id}`)
  await assertEnded(feed.url)
  assert.doesNotMatch((await fetchFeed(mine.url)).body, /Secret/)
  await owner.call('POST', `/project/${project.id}/restore`)
  assert.match((await fetchFeed(feed.url)).body, /Secret/)

  await owner.call('DELETE', `/project/${project.id}/member/${member.id}`)
  await assertEnded(feed.url)
  assert.doesNotMatch((await fetchFeed(mine.url)).body, /Secret/)
  await owner.call('POST', `/project/${project.id}/member`, { userId: member.id, role: 'member' })
  await assertEnded(feed.url)
  assert.equal((await fetchFeed(mine.url)).statusCode, 200)

  assert.equal((await member.call('DELETE', `/calendar-feed/${mine.id}`)).statusCode, 200)
  await assertEnded(mine.url)
})

test('archiving the account ends its feeds at once', async () => {
  const admin = await createPerson(services, 'owner')
  const user = await createUser(services)
  const { url } = await createFeed(user, { kind: 'mine' })
  assert.equal((await fetchFeed(url)).statusCode, 200)
  const call = await atIdentity(services, admin)
  const archived = await call('DELETE', `/users/${user.passportId}`)
  assert.equal(archived.statusCode, 200, archived.body)
  assert.equal((await fetchFeed(url)).statusCode, 404)
})

test('a token of another application needs the right to manage', async () => {
  const user = await createUser(services)
  const application = await createApplication(services)
  const token = await applicationToken(services, application, user, 'tasks:read tasks:write')
  const response = await as(services, token)('POST', '/calendar-feed', { kind: 'mine' })
  assert.equal(response.statusCode, 403, response.body)
})
