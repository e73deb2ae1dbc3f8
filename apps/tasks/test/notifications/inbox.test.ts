import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { startBothServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { runQueue } from '../mail-folder.ts'
import { as } from '../people.ts'
import { createTeam, createUser, type User } from '../team.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const services = await startBothServices({ RATE_LIMIT: 'off' })
const { deps, app } = services
const team = await createTeam(services)
const { owner, manager, project, toDo } = team
let reader: User

beforeEach(async () => {
  reader = await createUser(services)
  await done200(owner, 'POST', `/project/${project.id}/member`, { userId: reader.id, role: 'member' })
  await deps.db.deleteFrom('notifications').where('userId', '=', reader.id).execute()
})

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function aTask(title: string, fields: object = {}): Promise<number> {
  return (await done200(manager, 'POST', '/task', { title, columnId: toDo, ...fields })).item.id
}

const anAssignedTask = (title: string) => aTask(title, { assigneeId: reader.id })
const comment = (by: User, taskId: number, text = 'Done?') =>
  done200(by, 'POST', `/task/${taskId}/comment`, { text })
const mention = (by: User, taskId: number) => comment(by, taskId, `Please, @[${reader.id}]`)

interface Group {
  id: number
  task: { id: number; title: string } | null
  newest: { id: number; type: string; subject: string }
  earlier: { type: string }[]
  count: number
  unread: number
  snoozedUntil: string | null
  doneAt: string | null
}

const inbox = async (query = '', user = reader): Promise<Group[]> =>
  (await done200(user, 'GET', `/inbox?${query}`)).items
const titles = async (query = '') => (await inbox(query)).map(({ task }) => task?.title)
const only = async (query = '') => {
  const groups = await inbox(query)
  assert.equal(groups.length, 1, JSON.stringify(groups))
  return groups[0] as Group
}
const unreadCount = async () => (await done200(reader, 'GET', '/notification/unread-count')).item.unread

/** Runs the work at another time. */
async function at<Result>(time: number, work: () => Promise<Result>) {
  const { now } = deps
  deps.now = () => new Date(time)
  try {
    return await work()
  } finally {
    deps.now = now
  }
}

test('a task has one row with its newest notification, the earlier ones and how many there are', async () => {
  const first = await anAssignedTask('First')
  await anAssignedTask('Second')
  await mention(owner, first)
  await comment(manager, first)
  const [newest, other, ...rest] = await inbox()
  assert.deepEqual(rest, [])
  assert.deepEqual([newest?.count, newest?.unread, other?.count], [3, 3, 1])
  assert.equal(newest?.newest.type, 'comment.created')
  assert.equal(newest?.id, newest?.newest.id)
  assert.deepEqual(
    newest?.earlier.map(({ type }) => type),
    ['comment.mention', 'task.assigned'],
  )
  const { completedAt, ...task } = (newest?.task ?? {}) as Record<string, unknown>
  const { number } = (await done200(reader, 'GET', `/task/${first}`)).item
  assert.deepEqual([task, completedAt], [{ id: first, number, projectKey: 'WEB', title: 'First' }, null])
})

test('what is not about a task is a group of its own', async () => {
  const invited = await createUser(services)
  const projects = await Promise.all(
    ['One', 'Two'].map(async name => (await done200(owner, 'POST', '/project', { name })).item.id),
  )
  for (const id of projects)
    await done200(owner, 'POST', `/project/${id}/member`, { userId: invited.id, role: 'viewer' })
  const groups = await inbox('', invited)
  assert.deepEqual(
    groups.map(({ task, count, newest }) => [task, count, newest.type]),
    [
      [null, 1, 'project.member_added'],
      [null, 1, 'project.member_added'],
    ],
  )
  await done200(invited, 'POST', `/inbox/${groups[0]?.id}/done`)
  assert.deepEqual(
    (await inbox('', invited)).map(({ id }) => id),
    [groups[1]?.id],
  )
})

test('filters keep groups in which any notification is of that kind', async () => {
  const assigned = await anAssignedTask('Assigned')
  const mentioned = await aTask('Mentioned')
  await mention(owner, mentioned)
  await comment(manager, assigned)
  const overdue = (await inbox()).find(({ task }) => task?.id === assigned)
  await deps.db
    .updateTable('notifications')
    .set({ type: 'task.overdue' })
    .where('id', '=', overdue?.id ?? 0)
    .execute()
  assert.deepEqual(await titles('filter=mentions'), ['Mentioned'])
  assert.deepEqual(await titles('filter=assigned'), ['Assigned'])
  assert.deepEqual(await titles('filter=overdue'), ['Assigned'])
  assert.deepEqual(await titles(`projectId=${project.id}`), ['Assigned', 'Mentioned'])
  const refused = await reader.call('GET', '/inbox?filter=everything')
  assert.deepEqual(Object.keys(refused.json().error.details.errors), ['filter'])
})

test('a group that is done leaves the inbox, is read, and comes back with the next notification', async () => {
  const id = await anAssignedTask('Fix login')
  await mention(owner, id)
  const { item } = await done200(reader, 'POST', `/inbox/${(await only()).id}/done`)
  assert.deepEqual([item.count, item.unread, Boolean(item.doneAt)], [2, 0, true])
  assert.deepEqual(await inbox(), [])
  assert.equal(await unreadCount(), 0)
  assert.equal((await only('state=done')).count, 2)

  await comment(manager, id)
  const back = await only()
  assert.deepEqual([back.count, back.unread, back.newest.type], [1, 1, 'comment.created'])
  assert.deepEqual(await inbox('state=done'), [])
})

test('a notification that replaces one that is done is not done', async () => {
  const id = await anAssignedTask('Fix login')
  await comment(manager, id, 'One')
  await done200(reader, 'POST', `/inbox/${(await only()).id}/done`)
  await comment(owner, id, 'Two')
  const { count, newest } = await only()
  assert.deepEqual([count, newest.type], [1, 'comment.created'])
})

test('what arrived after the list was loaded stays when the group is done', async () => {
  const id = await anAssignedTask('Fix login')
  const seen = await only()
  await mention(owner, id)
  await done200(reader, 'POST', `/inbox/${seen.id}/done`)
  const left = await only()
  assert.deepEqual([left.count, left.newest.type], [1, 'comment.mention'])
})

test('done is undone, without what was done before', async () => {
  const id = await anAssignedTask('Fix login')
  const first = await only()
  await at(Date.now() - MINUTE_MS, () => done200(reader, 'POST', `/inbox/${first.id}/done`))
  await mention(owner, id)
  const second = await only()
  await done200(reader, 'POST', `/inbox/${second.id}/done`)
  assert.deepEqual(await inbox(), [])
  const { item } = await done200(reader, 'POST', `/inbox/${second.id}/reopen`)
  assert.deepEqual([item.count, item.doneAt], [1, null])
  assert.equal((await only()).id, second.id)
})

test('reading a group reads all of its notifications', async () => {
  const id = await anAssignedTask('Fix login')
  await anAssignedTask('Another')
  await mention(owner, id)
  const group = (await inbox()).find(({ task }) => task?.id === id)
  await done200(reader, 'POST', `/inbox/${group?.id}/read`)
  assert.equal(await unreadCount(), 1)
  assert.deepEqual(
    (await inbox()).map(({ unread }) => unread),
    [0, 1],
  )
})

test('a snoozed group is hidden until its time, then comes first and is unread', async () => {
  await anAssignedTask('Later')
  const { id } = await only()
  const until = new Date(Date.now() + DAY_MS).toISOString()
  await done200(reader, 'POST', `/inbox/${id}/snooze`, { until })
  await anAssignedTask('Now')
  assert.deepEqual(await titles(), ['Now'])
  assert.deepEqual(await titles('state=snoozed'), ['Later'])
  assert.equal((await only('state=snoozed')).snoozedUntil, until)
  assert.equal(await unreadCount(), 1)

  const isUnread = async () => (await inbox()).map(({ unread }) => unread > 0)
  await at(Date.parse(until), async () => {
    assert.deepEqual(await titles(), ['Later', 'Now'])
    assert.deepEqual(await isUnread(), [false, true])
  })
  // At the real time: tomorrow, the token of the stream has expired.
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await done200(reader, 'GET', '/events/token')
  const stream = await readStream(`${base}/events?token=${token}&topics=navigation`)
  await runDueJobs(until)
  await stream.waitUntil(() => stream.frames.some(({ event }) => event === 'inbox'), 'the inbox frame')
  await at(Date.parse(until), async () => assert.deepEqual(await isUnread(), [true, true]))
  stream.close()
})

/** Runs what is scheduled for that time. */
async function runDueJobs(until: string) {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at <= ${until}`.execute(deps.db)
  await runQueue(deps)
}

test('a new notification brings a snoozed group back, and undoing a snooze too', async () => {
  const id = await anAssignedTask('Fix login')
  const until = new Date(Date.now() + DAY_MS).toISOString()
  await done200(reader, 'POST', `/inbox/${(await only()).id}/snooze`, { until })
  await mention(owner, id)
  assert.equal((await only()).count, 2)
  await done200(reader, 'POST', `/inbox/${(await only()).id}/snooze`, { until })
  assert.deepEqual(await inbox(), [])
  await done200(reader, 'POST', `/inbox/${(await only('state=snoozed')).id}/reopen`)
  assert.equal((await only()).snoozedUntil, null)
})

test('the end of an earlier snooze does not end a later one', async () => {
  await anAssignedTask('Fix login')
  const { id } = await only()
  const [soon, later] = [Date.now() + DAY_MS, Date.now() + 2 * DAY_MS].map(time =>
    new Date(time).toISOString(),
  )
  await done200(reader, 'POST', `/inbox/${id}/snooze`, { until: soon })
  await done200(reader, 'POST', `/inbox/${id}/snooze`, { until: later })
  await at(Date.parse(soon as string), async () => {
    await runDueJobs(soon as string)
    assert.deepEqual(await inbox(), [])
    assert.equal(await unreadCount(), 0)
  })
})

test('a time in the past is refused', async () => {
  await anAssignedTask('Fix login')
  const { id } = await only()
  const response = await reader.call('POST', `/inbox/${id}/snooze`, { until: '2020-01-01T00:00:00Z' })
  assert.equal(response.statusCode, 422)
  assert.deepEqual(Object.keys(response.json().error.details.errors), ['until'])
})

test('all groups of a filter are done at once, and come back together', async () => {
  await anAssignedTask('Assigned')
  await anAssignedTask('Assigned, too')
  await mention(owner, await aTask('Mentioned'))
  const { item } = await done200(reader, 'POST', '/inbox/done', { filter: 'assigned' })
  assert.equal(item.count, 2)
  assert.deepEqual(await titles(), ['Mentioned'])
  assert.deepEqual((await done200(reader, 'POST', '/inbox/reopen', { doneAt: item.doneAt })).item, {
    count: 2,
  })
  assert.deepEqual(await titles(), ['Mentioned', 'Assigned, too', 'Assigned'])
})

test('groups of other users, of projects that the user has left and unknown ones are refused', async () => {
  await anAssignedTask('Fix login')
  const { id } = await only()
  const until = new Date(Date.now() + DAY_MS).toISOString()
  const actions = [['read'], ['done'], ['snooze', { until }], ['reopen']] as const
  const codes = async (user: User, group: number) =>
    Promise.all(
      actions.map(async ([action, body]) => {
        const response = await user.call('POST', `/inbox/${group}/${action}`, body)
        return `${response.statusCode} ${response.json().error.details.reason}`
      }),
    )
  assert.deepEqual(new Set(await codes(manager, id)), new Set(['403 foreign_notification']))
  assert.deepEqual(new Set(await codes(reader, 999_999_999)), new Set(['404 notification_not_found']))
  await done200(owner, 'DELETE', `/project/${project.id}/member/${reader.id}`)
  assert.deepEqual(new Set(await codes(reader, id)), new Set(['403 not_a_member']))
  assert.deepEqual(await titles(), [undefined], 'the removal itself')
  const refused = await reader.call('GET', `/inbox?projectId=${project.id}`)
  assert.equal(refused.statusCode, 403)
})

test('pages add up and take one statement', async () => {
  for (const title of ['One', 'Two', 'Three']) await mention(owner, await anAssignedTask(title))
  const pages = await Promise.all(
    [1, 2, 3].map(page => done200(reader, 'GET', `/inbox?limit=2&page=${page}`)),
  )
  assert.deepEqual(
    pages.map(({ items }) => items.map(({ task }: Group) => task?.title)),
    [['Three', 'Two'], ['One'], []],
  )
  for (const { _meta } of pages) assert.equal(_meta.total, 3)
  const instance = await startInstrumentedInstance(services)
  const call = as(instance, reader.token)
  await call('GET', '/inbox?limit=2')
  const seen = await instance.statementsOf(() => call('GET', '/inbox?limit=2'))
  assert.equal(seen.length, 1, seen.map(({ sql }) => sql).join('\n'))
})
