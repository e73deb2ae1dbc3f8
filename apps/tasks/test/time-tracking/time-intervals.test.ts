import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { longTest } from '@atrium/testing/long-test'
import { withoutTimeLimit } from '@atrium/testing/query-plans'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { stopForgottenTimers } from '#time-tracking/timer.commands.ts'
import { startWorker } from '#worker.ts'
import { sharedServices } from '../both-services.ts'
import { startInstrumentedInstance } from '../instrumented-instance.ts'
import { as } from '../people.ts'
import { createTeamTask, listActivity, statusOf } from '../task-parts.ts'
import { createTeam, createUser, type User } from '../team.ts'

const services = await sharedServices()
const { deps } = services
const { db } = deps
const realNow = deps.now
const team = await createTeam(services)
const { owner, manager, member, viewer, stranger, project, boardId } = team
const foreign = await createTeam(services)

/** The clock of the service, in UTC on one day. */
function at(time: string, day = '2026-05-04') {
  deps.now = () => new Date(`${day}T${time}Z`)
}

beforeEach(async () => {
  await db.deleteFrom('timeIntervals').execute()
  at('10:00:00')
})
after(() => {
  deps.now = realNow
})

async function start(who: User, taskId: number, note?: string) {
  const response = await who.call('POST', '/time-interval/start', { taskId, note })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function manual(who: User, fields: object) {
  const response = await who.call('POST', '/time-interval', fields)
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item
}

async function listed(who: User, query: string) {
  const response = await who.call('GET', `/time-interval?${query}`)
  assert.equal(response.statusCode, 200, response.body)
  assert.equal(response.json()._meta.total, response.json().items.length)
  return response.json().items.map(({ id }: { id: number }) => id) as number[]
}

async function running(who: User) {
  return (await who.call('GET', '/time-interval/running')).json().item
}

async function trackedSeconds(taskId: number) {
  return (await member.call('GET', `/task/${taskId}`)).json().item.trackedSeconds
}

const hour = { startedAt: '2026-05-04T08:00:00Z', endedAt: '2026-05-04T09:00:00Z' }

test('a timer starts and stops, and the interval has every documented field', async () => {
  const taskId = await createTeamTask(team)
  at('10:00:00.900')
  const started = await start(member, taskId, '  first draft ')
  const { id, task, ...rest } = started.item
  assert.equal(started.stopped, null)
  assert.equal(task.id, taskId)
  assert.deepEqual(Object.keys(task), ['id', 'title', 'number', 'projectId'])
  assert.deepEqual(rest, {
    taskId,
    userId: member.id,
    startedAt: '2026-05-04T10:00:00.000Z',
    endedAt: null,
    duration: null,
    source: 'timer',
    note: 'first draft',
    isCapped: false,
  })
  assert.deepEqual(await running(member), started.item)
  assert.deepEqual((await member.call('GET', '/users/me')).json().item.runningTimer, started.item)
  assert.equal(await trackedSeconds(taskId), 0)

  at('10:00:05.100')
  const { item } = (await member.call('POST', '/time-interval/stop', { taskId })).json()
  const stopped = { ...started.item, endedAt: '2026-05-04T10:00:05.000Z', duration: 5 }
  assert.deepEqual(item, stopped)
  assert.equal(await running(member), null)
  assert.equal((await member.call('GET', '/users/me')).json().item.runningTimer, null)
  assert.equal(await trackedSeconds(taskId), 5)
  const stories = await listActivity(services, { taskId }, 'time')
  assert.deepEqual(
    stories.map(({ type, after }) => [type, after]),
    [
      ['time.started', { intervalId: id, userId: member.id, startedAt: '2026-05-04T10:00:00.000Z' }],
      ['time.stopped', { intervalId: id, userId: member.id, seconds: 5 }],
    ],
  )
  assert.ok(stories.every(story => story.boardId === boardId && story.projectId === project.id))
})

test('starting on another task stops the running timer at the same instant', async () => {
  const [first, second] = [await createTeamTask(team), await createTeamTask(team)]
  const { item: one } = await start(member, first)
  at('10:30:00')
  const { item, stopped } = await start(member, second)
  assert.deepEqual([stopped.id, stopped.taskId, stopped.duration], [one.id, first, 1800])
  assert.equal(stopped.endedAt, item.startedAt)
  assert.equal((await running(member)).id, item.id)
  assert.equal(await running(manager), null)
})

test('starting twice and stopping without a timer are conflicts', async () => {
  const [taskId, other] = [await createTeamTask(team), await createTeamTask(team)]
  assert.equal(await statusOf(member, 'POST', '/time-interval/stop', { taskId }), 409)
  const { item } = await start(member, taskId)
  const again = await member.call('POST', '/time-interval/start', { taskId })
  assert.equal(again.statusCode, 409)
  assert.equal(again.json().error.details.intervalId, item.id)
  const elsewhere = await member.call('POST', '/time-interval/stop', { taskId: other })
  assert.equal(elsewhere.statusCode, 409)
  assert.equal(elsewhere.json().error.details.runningTaskId, taskId)
  assert.equal(await statusOf(manager, 'POST', '/time-interval/stop', { taskId }), 409)
  assert.equal(await statusOf(member, 'POST', '/time-interval/stop', { taskId }), 200)
  assert.equal(await statusOf(member, 'POST', '/time-interval/stop', { taskId }), 409)
})

longTest('fifty concurrent starts leave one timer running, on one task and on many', async () => {
  const taskIds = await Promise.all(Array.from({ length: 5 }, () => createTeamTask(team)))
  const startOnce = async (who: User, taskId: number) => {
    const response = await who.call('POST', '/time-interval/start', { taskId })
    if (response.statusCode === 409) assert.ok(response.json().error.details.intervalId, response.body)
    return response.statusCode
  }
  const storm = (who: User, size: number, pick: (index: number) => number) =>
    Promise.all(Array.from({ length: size }, (_, index) => startOnce(who, pick(index))))
  const same = await storm(member, 50, () => taskIds[0] as number)
  assert.equal(same.filter(status => status === 200).length, 1)
  assert.equal(same.filter(status => status === 409).length, 49)
  const both = await Promise.all([
    storm(member, 25, index => taskIds[index % 5] as number),
    storm(manager, 25, index => taskIds[4 - (index % 5)] as number),
  ])
  assert.deepEqual(
    [...new Set(both.flat())].filter(status => status !== 200 && status !== 409),
    [],
  )
  const left = await db
    .selectFrom('timeIntervals')
    .where('endedAt', 'is', null)
    .select('userId')
    .orderBy('userId')
    .execute()
  assert.deepEqual(
    left.map(({ userId }) => userId),
    [member.id, manager.id].sort((one, other) => one - other),
  )
})

longTest('concurrent starts, stops and permanent task deletions never fail', async () => {
  const taskIds = await Promise.all(Array.from({ length: 6 }, () => createTeamTask(team)))
  const clock = Date.parse('2026-05-04T10:00:00Z')
  let tick = 0
  deps.now = () => new Date(clock + tick++ * 1000)
  const requests = taskIds.flatMap(taskId => [
    ...[owner, manager, member].flatMap(who => [
      () => statusOf(who, 'POST', '/time-interval/start', { taskId }),
      () => statusOf(who, 'POST', '/time-interval/stop', { taskId }),
      () => statusOf(who, 'POST', '/time-interval/start', { taskId }),
    ]),
    () => statusOf(owner, 'DELETE', `/task/${taskId}/hard`),
  ])
  const statuses = await Promise.all(requests.map(request => request()))
  assert.deepEqual(
    statuses.filter(status => ![200, 404, 409, 422].includes(status)),
    [],
  )
  const left = await db.selectFrom('timeIntervals').where('taskId', 'in', taskIds).select('id').execute()
  assert.deepEqual(left, [])
})

const tracking: [string, (taskId: number) => object][] = [
  ['/time-interval/start', taskId => ({ taskId })],
  ['/time-interval/stop', taskId => ({ taskId })],
  ['/time-interval', taskId => ({ taskId, ...hour })],
]

for (const [path, body] of tracking) {
  test(`POST ${path} requires a member of the task’s project and an existing task`, async () => {
    const taskId = await createTeamTask(team)
    const post = (who: User, id: number) => statusOf(who, 'POST', path, body(id))
    assert.equal(await post(viewer, taskId), 403)
    assert.equal(await post(stranger, taskId), 403)
    assert.equal(await post(member, await createTeamTask(foreign)), 403)
    for (const who of [member, manager, owner]) {
      assert.equal(await post(who, taskId), path.endsWith('stop') ? 409 : 200)
    }
    assert.equal(await post(member, 999_999), 404)
    const deleted = await createTeamTask(team)
    await member.call('DELETE', `/task/${deleted}`)
    assert.equal(await post(member, deleted), 410)
    const mine = await member.call('POST', path, { ...body(taskId), userId: member.id })
    assert.ok(mine.json().error.details.errors.userId, 'the user cannot be chosen')
    assert.ok((await member.call('POST', path, {})).json().error.details.errors.taskId)
  })
}

test('no time can be tracked in an archived project', async () => {
  const own = await createTeam(services)
  const taskId = await createTeamTask(own)
  await own.owner.call('DELETE', `/project/${own.project.id}`)
  for (const [path, body] of tracking)
    assert.equal(await statusOf(own.member, 'POST', path, body(taskId)), 409)
})

longTest(
  'a timer can be stopped after its task was deleted, and stops when its user becomes a viewer',
  async () => {
    const own = await createTeam(services)
    const [deleted, kept] = [await createTeamTask(own), await createTeamTask(own)]
    await start(own.member, deleted)
    await own.member.call('DELETE', `/task/${deleted}`)
    assert.equal(await statusOf(own.member, 'POST', '/time-interval/stop', { taskId: deleted }), 200)
    await start(own.member, kept)
    await own.owner.call('PUT', `/project/${own.project.id}/member/${own.member.id}/role`, { role: 'viewer' })
    assert.equal(await running(own.member), null)
    assert.equal(await statusOf(own.member, 'POST', '/time-interval/start', { taskId: kept }), 403)
  },
)

test('administrators track time only in projects that they belong to', async () => {
  const admin = await createUser(services, 'owner')
  const taskId = await createTeamTask(team)
  for (const [url, body] of [
    ['/time-interval/start', { taskId }],
    ['/time-interval', { taskId, ...hour }],
  ] as const) {
    const refused = await admin.call('POST', url, body)
    assert.equal(refused.statusCode, 403, refused.body)
    assert.equal(refused.json().error.details.reason, 'not_a_member')
  }
})

test('an interval under a second is not saved, whether stopped or replaced by another start', async () => {
  const [first, second] = [await createTeamTask(team), await createTeamTask(team)]
  at('10:00:00.100')
  const { item } = await start(member, first)
  at('10:00:00.900')
  const stop = await member.call('POST', '/time-interval/stop', { taskId: first })
  assert.equal(stop.statusCode, 200, stop.body)
  const { id, duration, discarded } = stop.json().item
  assert.deepEqual([id, duration, discarded], [item.id, 0, true])
  await start(member, first)
  const { stopped } = await start(member, second)
  assert.deepEqual([stopped.duration, stopped.discarded], [0, true])
  at('10:00:01.000')
  const kept = await member.call('POST', '/time-interval/stop', { taskId: second })
  assert.equal('discarded' in kept.json().item, false)
  assert.deepEqual(await listed(member, `taskId=${first}`), [])
  assert.equal((await listed(member, `taskId=${second}`)).length, 1)
})

test('a manual interval has a start with an end, a duration, or both', async () => {
  const taskId = await createTeamTask(team)
  const byEnd = await manual(member, { taskId, ...hour, note: null })
  assert.deepEqual([byEnd.duration, byEnd.source, byEnd.note, byEnd.isCapped], [3600, 'manual', null, false])
  const byDuration = await manual(member, { taskId, startedAt: '2026-05-04T10:00:00+02:00', duration: 60 })
  assert.equal(byDuration.startedAt, '2026-05-04T08:00:00.000Z')
  assert.equal(byDuration.endedAt, '2026-05-04T08:01:00.000Z')
  assert.equal((await manual(member, { taskId, ...hour, duration: 3600 })).duration, 3600)
  const wholeDay = { startedAt: '2026-05-03T08:00:00Z', endedAt: '2026-05-04T08:00:00Z' }
  assert.equal((await manual(member, { taskId, ...wholeDay })).duration, 86_400)
  assert.equal((await manual(member, { taskId, startedAt: '2026-05-04T09:59:59Z', duration: 1 })).duration, 1)
  assert.equal(await trackedSeconds(taskId), 3600 + 60 + 3600 + 86_400 + 1)
})

for (const [name, fields, field] of [
  ['no start', { endedAt: hour.endedAt }, 'startedAt'],
  ['neither end nor duration', { startedAt: hour.startedAt }, 'endedAt'],
  ['an end before the start', { startedAt: hour.endedAt, endedAt: hour.startedAt }, 'endedAt'],
  ['an end at the start', { startedAt: hour.startedAt, endedAt: hour.startedAt }, 'endedAt'],
  ['a duration that does not agree', { ...hour, duration: 3599 }, 'duration'],
  ['a duration of nothing', { startedAt: hour.startedAt, duration: 0 }, 'duration'],
  ['a duration in fractions', { startedAt: hour.startedAt, duration: 1.5 }, 'duration'],
  ['more than 24 hours', { startedAt: '2026-05-03T08:00:00Z', endedAt: '2026-05-04T08:00:01Z' }, 'endedAt'],
  ['a duration of more than 24 hours', { startedAt: '2026-05-01T08:00:00Z', duration: 86_401 }, 'duration'],
  ['an end in the future', { startedAt: hour.startedAt, endedAt: '2026-05-04T10:00:01Z' }, 'endedAt'],
  ['a duration into the future', { startedAt: '2026-05-04T09:59:59Z', duration: 2 }, 'duration'],
  [
    'a start in the future',
    { startedAt: '2026-05-04T10:00:01Z', endedAt: '2026-05-04T10:00:02Z' },
    'startedAt',
  ],
  ['a day instead of an instant', { startedAt: '2026-05-04', duration: 60 }, 'startedAt'],
  ['a leap second', { startedAt: '2016-12-31T23:59:60Z', duration: 60 }, 'startedAt'],
  ['an instant without a zone', { startedAt: '2026-05-04T08:00:00', duration: 60 }, 'startedAt'],
  ['a note too long', { ...hour, note: 'x'.repeat(2001) }, 'note'],
] as [string, object, string][]) {
  test(`an interval with ${name} is refused`, async () => {
    const response = await member.call('POST', '/time-interval', {
      taskId: await createTeamTask(team),
      ...fields,
    })
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
  })
}

test('extreme dates and long fractions are refused with 4xx', async () => {
  const startedAt = '0000-01-01T00:00:00+14:00'
  const tooEarly = { taskId: await createTeamTask(team), startedAt, duration: 60 }
  assert.equal((await member.call('POST', '/time-interval', tooEarly)).statusCode, 400)
  const from = `2026-05-04T08:00:00.${'1'.repeat(200)}Z`
  assert.equal((await member.call('GET', `/time-interval?from=${from}`)).statusCode, 400)
})

test('users see their own time, managers that of everyone in the project', async () => {
  const taskId = await createTeamTask(team)
  const elsewhere = await createTeamTask(foreign)
  const { id: mine } = await manual(member, { taskId, ...hour })
  const { id: managers } = await manual(manager, { taskId, ...hour, startedAt: '2026-05-04T08:10:00Z' })
  const { id: others } = await manual(foreign.member, { taskId: elsewhere, ...hour })
  assert.deepEqual(await listed(member, ''), [mine])
  assert.deepEqual(await listed(member, `taskId=${taskId}`), [mine])
  assert.deepEqual(await listed(member, `projectId=${project.id}&userId=${member.id}`), [mine])
  assert.deepEqual(await listed(viewer, `projectId=${project.id}`), [])
  for (const who of [manager, owner]) {
    assert.deepEqual(await listed(who, `taskId=${taskId}`), [managers, mine])
    assert.deepEqual(await listed(who, `projectId=${project.id}`), [managers, mine])
    assert.deepEqual(await listed(who, `projectId=${project.id}&userId=${member.id}`), [mine])
    assert.deepEqual(await listed(who, `userId=${member.id}`), [mine])
  }
  assert.deepEqual(await listed(manager, ''), [managers])
  assert.deepEqual(await listed(foreign.manager, ''), [])
  assert.deepEqual(await listed(foreign.manager, `userId=${foreign.member.id}`), [others])
  const status = (who: User, query: string) => statusOf(who, 'GET', `/time-interval?${query}`)
  assert.equal(await status(member, `userId=${manager.id}`), 403)
  assert.equal(await status(member, `projectId=${project.id}&userId=${manager.id}`), 403)
  assert.equal(await status(manager, `userId=${foreign.member.id}`), 403)
  assert.equal(await status(manager, 'userId=999999'), 403)
  assert.equal(await status(stranger, `taskId=${taskId}`), 403)
  assert.equal(await status(stranger, `projectId=${project.id}`), 403)
  assert.equal(await status(member, `taskId=${elsewhere}`), 403)
  assert.equal(await status(manager, `taskId=${taskId}&projectId=${foreign.project.id}`), 403)
  assert.equal(await status(member, 'taskId=999999'), 404)
  assert.equal(await status(member, 'projectId=999999'), 404)
})

test('a manager sees the time of others only in managed projects', async () => {
  const [here, there] = [await createTeamTask(team), await createTeamTask(foreign)]
  await foreign.owner.call('POST', `/project/${foreign.project.id}/member`, {
    userId: member.id,
    role: 'member',
  })
  const { id } = await manual(member, { taskId: here, ...hour })
  const { id: secret } = await manual(member, { taskId: there, ...hour })
  assert.deepEqual(await listed(manager, `userId=${member.id}`), [id])
  assert.deepEqual(await listed(foreign.manager, `userId=${member.id}`), [secret])
  assert.deepEqual(await listed(member, 'orderBy=id'), [id, secret])
  await foreign.owner.call('DELETE', `/project/${foreign.project.id}/member/${member.id}`)
  assert.deepEqual(await listed(foreign.manager, `userId=${member.id}`), [secret], 'also of those who left')
})

test('intervals are filtered by time and running state, newest first by default', async () => {
  const taskId = await createTeamTask(team)
  const add = async (startedAt: string, duration: number) =>
    (await manual(member, { taskId, startedAt, duration })).id as number
  const early = await add('2026-05-01T08:00:00Z', 600)
  const late = await add('2026-05-03T08:00:00Z', 60)
  const { item } = await start(member, taskId)
  const cases: [string, number[]][] = [
    ['', [item.id, late, early]],
    ['orderBy=startedAt', [early, late, item.id]],
    ['orderBy=duration', [late, early, item.id]],
    ['orderBy=-duration', [early, late, item.id]],
    ['from=2026-05-03', [item.id, late]],
    ['to=2026-05-03', [late, early]],
    ['from=2026-05-02&to=2026-05-03T08:00:00Z', [late]],
    ['from=2026-05-02&to=2026-05-03T07:59:59Z', []],
    ['running=true', [item.id]],
    ['running=false', [late, early]],
  ]
  for (const [query, expected] of cases) assert.deepEqual(await listed(member, query), expected, query)
  at('22:00:00')
  assert.deepEqual(await listed(member, 'running=true'), [], 'a forgotten timer does not run')
  for (const query of ['taskId=a', 'userId=0', 'from=soon', 'running=perhaps', 'orderBy=note']) {
    const response = await member.call('GET', `/time-interval?${query}`)
    assert.equal(response.statusCode, 422, query)
    assert.ok(response.json().error.details.errors[query.split('=')[0] as string], response.body)
  }
})

test('only the owner of an interval and a manager can correct it', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await manual(member, { taskId, ...hour })
  const put = (who: User, changes: object) => statusOf(who, 'PUT', `/time-interval/${id}`, changes)
  const other = await manual(manager, { taskId, ...hour })
  for (const who of [viewer, stranger, foreign.manager]) assert.equal(await put(who, { note: 'mine' }), 403)
  for (const method of ['PUT', 'DELETE'] as const) {
    const payload = method === 'PUT' ? { note: 'x' } : undefined
    assert.equal(await statusOf(member, method, `/time-interval/${other.id}`, payload), 403)
    assert.equal(await statusOf(member, method, '/time-interval/999999', payload), 404)
  }
  assert.equal(await put(member, { note: 'my own' }), 200)
  const { item } = (await manager.call('PUT', `/time-interval/${id}`, { duration: 60 })).json()
  assert.deepEqual([item.userId, item.note, item.duration], [member.id, 'my own', 60])
  assert.equal(await trackedSeconds(taskId), 60 + 3600)
  assert.equal(await statusOf(foreign.manager, 'DELETE', `/time-interval/${id}`), 403)
  const deleted = await manager.call('DELETE', `/time-interval/${id}`)
  assert.deepEqual(deleted.json(), { message: 'Time interval deleted' })
  assert.equal(await put(member, { note: 'gone' }), 404)
  assert.equal(await trackedSeconds(taskId), 3600)
})

test('correcting or deleting the time of others stays in the activity, in full for managers only', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await manual(member, { taskId, ...hour, note: 'A private note' })
  await manager.call('PUT', `/time-interval/${id}`, { note: 'Corrected', duration: 60 })
  await manager.call('DELETE', `/time-interval/${id}`)
  const own = await manual(manager, { taskId, ...hour })
  await manager.call('DELETE', `/time-interval/${own.id}`)
  const entries = async (who: User) => {
    const { items } = (await who.call('GET', `/project/${project.id}/activity?limit=1000`)).json()
    return (items as { type: string; taskId: number; before: object; after: object }[])
      .filter(item => item.taskId === taskId && item.type.startsWith('time.'))
      .map(({ type, before, after }) => ({ type, before, after }))
  }
  const seen = { intervalId: id, userId: member.id }
  assert.deepEqual(await entries(member), [
    { type: 'time.deleted', before: seen, after: {} },
    { type: 'time.updated', before: seen, after: seen },
  ])
  const [deleted, updated] = await entries(manager)
  assert.deepEqual(updated?.before, {
    ...seen,
    startedAt: '2026-05-04T08:00:00.000Z',
    endedAt: '2026-05-04T09:00:00.000Z',
  })
  assert.deepEqual(updated?.after, { ...deleted?.before, isNoteChanged: true })
  assert.doesNotMatch(JSON.stringify([deleted, updated]), /private|Corrected/)
})

test('a viewer can no longer correct time', async () => {
  const own = await createTeam(services)
  const { id } = await manual(own.member, { taskId: await createTeamTask(own), ...hour })
  await own.owner.call('PUT', `/project/${own.project.id}/member/${own.member.id}/role`, { role: 'viewer' })
  assert.equal(await statusOf(own.member, 'PUT', `/time-interval/${id}`, { note: 'x' }), 403)
  assert.equal(await statusOf(own.member, 'DELETE', `/time-interval/${id}`), 403)
  assert.deepEqual(await listed(own.member, ''), [id])
})

test('missing fields keep their values, and given ones must agree', async () => {
  const taskId = await createTeamTask(team)
  const { id } = await manual(member, { taskId, ...hour, note: 'old' })
  const put = async (changes: object) => {
    const response = await member.call('PUT', `/time-interval/${id}`, changes)
    assert.equal(response.statusCode, 200, response.body)
    const { startedAt, endedAt, duration, note } = response.json().item
    return [startedAt.slice(11, 19), endedAt.slice(11, 19), duration, note]
  }
  assert.deepEqual(await put({}), ['08:00:00', '09:00:00', 3600, 'old'])
  assert.deepEqual(await put({ startedAt: '2026-05-04T08:30:00Z' }), ['08:30:00', '09:00:00', 1800, 'old'])
  assert.deepEqual(await put({ duration: 60 }), ['08:30:00', '08:31:00', 60, 'old'])
  assert.deepEqual(await put({ endedAt: '2026-05-04T08:32:00Z', note: null }), [
    '08:30:00',
    '08:32:00',
    120,
    null,
  ])
  for (const [changes, field] of [
    [{ startedAt: '2026-05-04T08:33:00Z' }, 'endedAt'],
    [{ endedAt: '2026-05-04T10:00:01Z' }, 'endedAt'],
    [{ endedAt: '2026-05-04T08:40:00Z', duration: 60 }, 'duration'],
    [{ endedAt: null }, 'endedAt'],
    [{ userId: manager.id }, 'userId'],
  ] as [object, string][]) {
    const response = await member.call('PUT', `/time-interval/${id}`, changes)
    assert.equal(response.statusCode, 422, response.body)
    assert.deepEqual(Object.keys(response.json().error.details.errors), [field])
  }
})

test('an interval can move to another task of the same project only', async () => {
  const [taskId, target] = [await createTeamTask(team), await createTeamTask(team)]
  const { id } = await manual(member, { taskId, ...hour })
  const put = (taskId: number) => member.call('PUT', `/time-interval/${id}`, { taskId })
  assert.equal((await put(target)).json().item.taskId, target)
  assert.deepEqual([await trackedSeconds(taskId), await trackedSeconds(target)], [0, 3600])
  assert.equal((await put(999_999)).statusCode, 404)
  assert.equal((await put(await createTeamTask(foreign))).statusCode, 403)
  const personal = (await member.call('POST', '/task', { title: 'At home' })).json().item
  const refused = await put(personal.id)
  assert.equal(refused.statusCode, 422)
  assert.deepEqual(refused.json().error.details.errors, { taskId: ['belongs to another project'] })
})

test('a running interval accepts a new start and note, but no end', async () => {
  const [taskId, other] = [await createTeamTask(team), await createTeamTask(team)]
  const { item } = await start(member, taskId)
  const put = (changes: object) => member.call('PUT', `/time-interval/${item.id}`, changes)
  const changed = (await put({ startedAt: '2026-05-04T09:00:00Z', note: 'since nine' })).json().item
  assert.deepEqual([changed.startedAt, changed.endedAt], ['2026-05-04T09:00:00.000Z', null])
  for (const changes of [{ endedAt: '2026-05-04T09:30:00Z' }, { duration: 60 }, { taskId: other }]) {
    assert.equal((await put(changes)).statusCode, 409)
  }
  for (const startedAt of ['2026-05-04T10:00:01Z', '2026-05-03T22:00:00Z']) {
    assert.equal((await put({ startedAt })).statusCode, 422)
  }
  assert.equal((await member.call('DELETE', `/time-interval/${item.id}`)).statusCode, 200)
  assert.equal(await running(member), null)
  const [, stopped] = await listActivity(services, { taskId }, 'time')
  assert.deepEqual(stopped?.after, { intervalId: item.id, userId: member.id, seconds: 0 })
})

test('a forgotten timer counts as twelve hours, however it is read first', async () => {
  const [taskId, other] = [await createTeamTask(team), await createTeamTask(team)]
  at('09:00:00', '2026-05-03')
  await start(member, taskId)
  at('20:59:59', '2026-05-03')
  assert.equal((await running(member)).taskId, taskId)
  at('22:00:00', '2026-05-03')
  assert.equal(await running(member), null)
  assert.equal((await member.call('GET', '/users/me')).json().item.runningTimer, null)
  assert.deepEqual(
    (await member.call('POST', '/time-interval/stop', { taskId: other })).json().error.details,
    { reason: 'no_timer_running', kind: 'conflict' },
  )
  const { item } = (await member.call('POST', '/time-interval/stop', { taskId })).json()
  assert.deepEqual(
    [item.endedAt, item.duration, item.isCapped],
    ['2026-05-03T21:00:00.000Z', 12 * 3600, true],
  )
  await start(member, taskId)
  at('11:00:00')
  const again = await start(member, taskId)
  assert.deepEqual([again.stopped.isCapped, again.stopped.duration], [true, 12 * 3600])
  assert.equal(again.item.startedAt, '2026-05-04T11:00:00.000Z')
  const corrected = await member.call('PUT', `/time-interval/${again.stopped.id}`, { duration: 600 })
  assert.deepEqual([corrected.json().item.duration, corrected.json().item.isCapped], [600, false])
})

test('the service stops forgotten timers automatically, once each, and leaves the others', async () => {
  const taskId = await createTeamTask(team)
  at('22:00:00', '2026-05-03')
  const { item: forgotten } = await start(member, taskId)
  at('22:00:01', '2026-05-03')
  await start(manager, taskId)
  at('10:00:00')
  await Promise.all([stopForgottenTimers(deps), stopForgottenTimers(deps)])
  const [, second, third, ...more] = await listActivity(services, { taskId }, 'time')
  assert.equal(second?.type, 'time.started')
  assert.deepEqual([third?.type, third?.actorId, more], ['time.stopped', null, []])
  assert.equal(await trackedSeconds(taskId), 12 * 3600)
  assert.equal((await running(manager)).taskId, taskId)
  const [kept] = (await member.call('GET', '/time-interval')).json().items
  assert.deepEqual([kept.id, kept.duration, kept.isCapped], [forgotten.id, 12 * 3600, true])
})

test('the job is scheduled once, however many instances run', async () => {
  const workers = await Promise.all([startWorker(deps), startWorker(deps)])
  const known = async () => {
    const { rows } = await sql<{ identifier: string }>`
      select identifier from graphile_worker._private_known_crontabs`.execute(db)
    return rows.filter(({ identifier }) => identifier === 'stop_forgotten_timers').length
  }
  await waitUntil(async () => (await known()) > 0)
  await Promise.all(workers.map(worker => worker.stop()))
  assert.equal(await known(), 1)
})

test('removing a member stops their timer in that project, but not in others', async () => {
  const own = await createTeam(services)
  const taskId = await createTeamTask(own)
  const { item } = await start(own.member, taskId)
  await start(own.manager, (await own.manager.call('POST', '/task', { title: 'At home' })).json().item.id)
  at('10:01:00')
  const remove = (who: User) => statusOf(own.owner, 'DELETE', `/project/${own.project.id}/member/${who.id}`)
  assert.deepEqual([await remove(own.member), await remove(own.manager)], [200, 200])
  assert.equal(await running(own.member), null)
  assert.notEqual(await running(own.manager), null)
  const [, stopped] = await listActivity(services, { taskId }, 'time')
  assert.equal(stopped?.actorId, own.owner.id)
  assert.deepEqual((await own.member.call('GET', '/time-interval')).json().items[0].id, item.id)
})

longTest('the timer of a removed member stops at the time of the service’s clock', async () => {
  const own = await createTeam(services)
  at('11:00:00')
  await start(own.member, await createTeamTask(own))
  at('11:01:30')
  await statusOf(own.owner, 'DELETE', `/project/${own.project.id}/member/${own.member.id}`)
  const [interval] = (await own.member.call('GET', '/time-interval')).json().items
  assert.deepEqual([interval.endedAt, interval.duration], ['2026-05-04T11:01:30.000Z', 90])
})

test('users keep their time after leaving a project, without the titles of its tasks', async () => {
  const own = await createTeam(services)
  const taskId = await createTeamTask(own)
  await manual(own.member, { taskId, ...hour })
  const titles = async () => {
    const { items } = (await own.member.call('GET', '/time-interval')).json()
    const { tasks } = (await own.member.call('GET', '/time-interval/daily-summary')).json().item
    return [items[0].task.title, tasks[0].title]
  }
  await own.owner.call('PUT', `/task/${taskId}`, { title: 'Renamed' })
  assert.deepEqual(await titles(), ['Renamed', 'Renamed'])
  await own.owner.call('DELETE', `/project/${own.project.id}/member/${own.member.id}`)
  assert.deepEqual(await titles(), ['…', '…'])
})

test('a timer started during the removal of its user does not keep running', async () => {
  const own = await createTeam(services)
  deps.now = realNow
  const taskId = await createTeamTask(own)
  await Promise.all([
    ...Array.from({ length: 8 }, () => own.member.call('POST', '/time-interval/start', { taskId })),
    own.owner.call('DELETE', `/project/${own.project.id}/member/${own.member.id}`),
  ])
  assert.equal(await running(own.member), null)
})

test('a task that is permanently deleted stays in the activity with its number and title', async () => {
  const taskId = await createTeamTask(team)
  const { number } = (await member.call('GET', `/task/${taskId}`)).json().item
  assert.equal(await statusOf(owner, 'DELETE', `/task/${taskId}/hard`), 200)
  const { items } = (await member.call('GET', `/project/${project.id}/activity?limit=1`)).json()
  const [{ type, actorId, before }] = items
  assert.deepEqual(
    { type, actorId, before },
    { type: 'task.removed', actorId: owner.id, before: { title: 'Write it down', number } },
  )
})

test('intervals are deleted with their task', async () => {
  const taskId = await createTeamTask(team)
  await manual(member, { taskId, ...hour })
  await start(member, taskId)
  assert.equal(await statusOf(owner, 'DELETE', `/task/${taskId}/hard`), 200)
  assert.deepEqual(await listed(member, ''), [])
  assert.equal(await running(member), null)
})

longTest('lists run a fixed number of statements, each on an index', async () => {
  const taskIds = await Promise.all(Array.from({ length: 12 }, () => createTeamTask(team)))
  const [taskId] = taskIds
  const many = sql`insert into time_intervals (task_id, user_id, started_at, ended_at, source)
    select tasks.id, users.id, moment, moment, 'manual'
    from generate_series(timestamptz '2025-01-01', '2026-05-01', '7 hours') as moment, tasks, users
    where users.id in (${member.id}, ${manager.id}, ${foreign.member.id}) and tasks.id = any(${taskIds})`
  await withoutTimeLimit(db, async db => {
    await many.execute(db)
    await sql`analyze time_intervals, tasks`.execute(db)
  })
  const { statementsOf, plansOf, ...instance } = await startInstrumentedInstance(services)
  instance.deps.now = deps.now
  const call = as(instance, manager.token)
  await call('GET', '/time-interval')
  const few = await statementsOf(() => call('GET', '/time-interval?limit=1'))
  const all = await statementsOf(() => call('GET', '/time-interval?limit=1000&orderBy=-duration'))
  assert.equal(few.length, all.length)
  for (const [url, index] of [
    ['/time-interval?from=2026-04-01', 'time_intervals_user_id_idx'],
    [`/time-interval?taskId=${taskId}`, 'time_intervals_task_id_idx'],
    [`/time-interval?projectId=${project.id}&from=2026-04-30`, 'time_intervals_'],
    [`/project/${project.id}/time-report?from=2026-04-01&to=2026-04-02`, 'time_intervals_'],
    ['/time-interval/running', 'time_intervals_running'],
    ['/users/me', 'time_intervals_running'],
    ['/time-interval/daily-summary?date=2026-04-01', 'time_intervals_user_id_idx'],
    [`/task/${taskId}/time-summary`, 'time_intervals_task_id_idx'],
    [`/task/${taskId}/time-summary`, 'activity_task_id_idx'],
  ] as const) {
    const { scanned, indexes } = await plansOf(() => call('GET', url))
    assert.ok(!scanned.includes('time_intervals'), `${url} reads everything`)
    assert.ok(
      indexes.some(name => name.startsWith(index)),
      `${url}: ${indexes}`,
    )
  }
})
