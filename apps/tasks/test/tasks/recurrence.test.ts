import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { png } from '@atrium/testing/forms'
import { longTest } from '@atrium/testing/long-test'
import { createDueOccurrences } from '#tasks/recurrence/occurrences.ts'
import { startWithFiles } from '../files.ts'
import { notified } from '../notified.ts'
import { listActivity } from '../task-parts.ts'
import { createTeam, type Team, type User } from '../team.ts'

const { services, uploadAttachment } = await startWithFiles()
const second = await services.startInstance()
const { deps } = services
const realNow = deps.now
after(() => at(undefined))

/** Sets the clock of both instances. */
function at(instant: string | undefined) {
  const now = instant ? () => new Date(instant) : realNow
  deps.now = now
  second.deps.now = now
}

/** Both instances at the same time. */
async function run(instant: string) {
  at(instant)
  await Promise.all([createDueOccurrences(deps), createDueOccurrences(second.deps)])
}

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function aTask({ member, toDo }: Team, fields: object = {}): Promise<number> {
  return (await done200(member, 'POST', '/task', { title: 'Water the plants', columnId: toDo, ...fields }))
    .item.id
}

async function repeat({ member }: Team, id: number, rule: string, options: object = {}) {
  const body = { rule, timeZone: 'UTC', ...options }
  return (await done200(member, 'PUT', `/task/${id}/recurrence`, body)).item
}

async function recurrenceOf({ member }: Team, id: number) {
  return (await done200(member, 'GET', `/task/${id}/recurrence`)).item
}

interface Occurrence {
  id: number
  columnId: number
  assigneeId: number | null
  dueDate: string | null
  number: number
}

/** All tasks of the series, oldest first. */
async function seriesOf({ member, project }: Team, recurrenceId: number): Promise<Occurrence[]> {
  const { items } = await done200(member, 'GET', `/task?projectId=${project.id}&limit=1000&orderBy=id`)
  return items.filter((task: { recurrenceId: number }) => task.recurrenceId === recurrenceId)
}

const dueDates = async (team: Team, id: number) => (await seriesOf(team, id)).map(({ dueDate }) => dueDate)

test('the next occurrence is a copy of the latest, created once by two instances when its day begins', async () => {
  at('2026-03-10T12:00:00Z')
  const team = await createTeam(services)
  const { member, manager, owner, project, toDo, inProgress } = team
  const id = await aTask(team, {
    description: 'All of them',
    assigneeId: manager.id,
    priorityId: 3,
    estimateSeconds: 600,
    startDate: '2026-03-09',
    dueDate: '2026-03-12',
  })
  const file = await uploadAttachment(member, id)
  await uploadAttachment(member, id)
  const photo = await uploadAttachment(member, id, { name: 'fern.png', content: png })
  const description = `![](/attachment/${file.id}/content)`
  await done200(member, 'PUT', `/task/${id}`, { description, coverId: photo.id })
  const item = (await done200(member, 'POST', `/task/${id}/checklist`, { title: 'Fern' })).item
  await done200(member, 'PUT', `/checklist/${item.id}`, { isDone: true })
  const sticker = (await done200(manager, 'POST', '/sticker', { name: 'Home', projectId: project.id })).item
  await done200(member, 'POST', `/task/${id}/sticker`, { stickerId: sticker.id })
  await done200(owner, 'PUT', `/task/${id}/watch`)

  const field = { name: 'Liters', type: 'number' }
  const { id: fieldId } = (await done200(manager, 'POST', `/project/${project.id}/field`, field)).item
  const parentId = await aTask(team, { title: 'Garden' })
  await done200(member, 'PUT', `/task/${id}`, { parentId, fields: { [fieldId]: 2 } })

  const series = await repeat(team, id, 'freq=weekly;interval=2')
  assert.equal(series.rule, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH')
  assert.deepEqual(series.nextDates.slice(0, 2), ['2026-03-26', '2026-04-09'])
  assert.deepEqual([series.taskId, series.nextDate, series.columnId], [id, '2026-03-26', toDo])
  await done200(member, 'PUT', `/task/${id}`, { title: 'Water all plants', columnId: inProgress })

  await run('2026-03-25T23:59:59Z')
  assert.equal((await seriesOf(team, series.id)).length, 1)
  await run('2026-03-26T00:00:00Z')
  await run('2026-03-26T00:01:00Z')
  const [original, next, ...more] = await seriesOf(team, series.id)
  assert.ok(original && next)
  assert.deepEqual(more, [])
  const copy = (await done200(member, 'GET', `/task/${next.id}`)).item
  assert.deepEqual(
    [copy.title, copy.assigneeId, copy.priorityId, copy.estimateSeconds, copy.startDate, copy.dueDate],
    ['Water all plants', manager.id, 3, 600, '2026-03-23', '2026-03-26'],
  )
  assert.deepEqual(
    [copy.columnId, copy.checklistTotal, copy.checklistDone, copy.attachmentCount, copy.completedAt],
    [toDo, 1, 0, 2, null],
  )
  assert.deepEqual(
    copy.stickers.map(({ id }: { id: number }) => id),
    [sticker.id],
  )
  assert.deepEqual([copy.parentId, copy.fields[fieldId]], [parentId, 2])
  assert.match(copy.description, /attachment\/\d+\/content/)
  assert.ok(!copy.description.includes(`/${file.id}/`), 'shows its own copy of the file')
  assert.ok(copy.coverId !== null && copy.coverId !== photo.id, 'and of the cover')
  const { isWatching } = (await done200(owner, 'GET', `/task/${next.id}/watch`)).item
  assert.equal(isWatching, true)

  const [created] = await listActivity(services, { taskId: next.id }, 'task')
  assert.deepEqual([created?.type, created?.actorId], ['task.created', null])
  assert.equal((created?.after as { repeatOf?: number } | undefined)?.repeatOf, original.number)
  assert.deepEqual(await notified(services, { manager }, { taskId: next.id }), ['manager task.assigned'])
  const board = (await done200(member, 'GET', `/board/${team.boardId}/full`)).item
  const cards = board.columns.flatMap(({ tasks }: { tasks: { recurrenceId: number | null }[] }) => tasks)
  assert.deepEqual(
    cards.map(({ recurrenceId }: { recurrenceId: number | null }) => recurrenceId),
    [null, series.id, series.id],
  )

  const { items } = await done200(member, 'GET', `/task?projectId=${project.id}&filter=not recurring`)
  assert.deepEqual(
    items.map((task: { id: number }) => task.id),
    [parentId],
  )

  // Someone who can no longer work on tasks is not assigned again.
  await done200(owner, 'PUT', `/project/${project.id}/member/${manager.id}/role`, { role: 'viewer' })
  await run('2026-04-09T06:00:00Z')
  const last = (await seriesOf(team, series.id)).at(-1)
  assert.deepEqual([last?.dueDate, last?.assigneeId], ['2026-04-09', null])
  assert.equal((await recurrenceOf(team, id)).taskId, last?.id, 'every occurrence shows the series')
})

longTest('missed dates are created as one, skipped ones not at all, and a series ends', async () => {
  at('2026-03-10T12:00:00Z')
  const team = await createTeam(services)
  const { member } = team
  const counted = await repeat(team, await aTask(team, { dueDate: '2026-03-10' }), 'FREQ=DAILY;COUNT=7')
  const skip = (date?: string) => member.call('POST', `/task/${counted.taskId}/recurrence/skip`, { date })
  const skipped = await skip('2026-03-12')
  assert.deepEqual(skipped.json().item.skippedDates, ['2026-03-12'])
  assert.equal((await skip('2026-03-12')).json().error.details.reason, 'nothing_to_skip')
  assert.equal((await skip('2026-03-17')).statusCode, 409, 'beyond the last one')
  assert.equal((await skip('2026-03-10')).statusCode, 409, 'exists')
  const afterNext = (await skip()).json().item
  assert.deepEqual(afterNext.nextDates, ['2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16'])
  const unskip = { date: '2026-03-11' }
  const again = await done200(member, 'POST', `/task/${counted.taskId}/recurrence/unskip`, unskip)
  assert.equal(again.item.nextDate, '2026-03-11')
  assert.equal(
    (await member.call('POST', `/task/${counted.taskId}/recurrence/unskip`, unskip)).statusCode,
    409,
  )

  await run('2026-03-11T00:00:00Z')
  await run('2026-03-12T08:00:00Z')
  assert.deepEqual(await dueDates(team, counted.id), ['2026-03-10', '2026-03-11'])
  assert.equal((await recurrenceOf(team, counted.taskId)).rule, 'FREQ=DAILY;COUNT=6')
  await run('2026-03-15T08:00:00Z')
  assert.deepEqual(await dueDates(team, counted.id), ['2026-03-10', '2026-03-11', '2026-03-15'])
  assert.equal((await recurrenceOf(team, counted.taskId)).rule, 'FREQ=DAILY;COUNT=2')
  await run('2026-03-20T08:00:00Z')
  await run('2026-03-21T08:00:00Z')
  assert.equal((await dueDates(team, counted.id)).at(-1), '2026-03-16')
  const ended = await recurrenceOf(team, counted.taskId)
  assert.deepEqual([ended.nextDate, ended.nextDates], [null, []])
  const types = (await listActivity(services, { taskId: counted.taskId }, 'recurrence')).map(
    ({ type }) => type,
  )
  assert.deepEqual(
    types,
    ['set', 'skipped', 'skipped', 'unskipped'].map(type => `recurrence.${type}`),
  )

  // This and following: an ended series continues with another rule, from its latest occurrence on.
  const changed = await repeat(team, counted.taskId, 'FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20260331', {
    leadDays: 1,
  })
  assert.deepEqual(changed.nextDates, ['2026-03-23', '2026-03-27', '2026-03-30'])
  await run('2026-03-22T00:00:00Z')
  assert.equal((await dueDates(team, counted.id)).at(-1), '2026-03-23', 'a day before')
  const moved = await repeat(team, await aTask(team, { dueDate: '2040-01-01' }), 'FREQ=DAILY')
  await done200(member, 'PUT', `/task/${moved.taskId}`, { dueDate: '2026-03-24' })
  assert.equal((await repeat(team, moved.taskId, 'FREQ=DAILY')).nextDate, '2026-03-25', 'from its new day on')

  // A long lead time does not create many at once.
  const early = await repeat(team, await aTask(team, { dueDate: '2026-03-22' }), 'FREQ=DAILY', {
    leadDays: 5,
  })
  await run('2026-03-22T00:00:00Z')
  await run('2026-03-22T23:00:00Z')
  assert.deepEqual(await dueDates(team, early.id), ['2026-03-22', '2026-03-23'])
  await run('2026-03-23T00:00:00Z')
  assert.deepEqual(await dueDates(team, early.id), ['2026-03-22', '2026-03-23', '2026-03-24'])
  await done200(member, 'DELETE', `/task/${counted.taskId}/recurrence`)
  assert.equal((await seriesOf(team, counted.id)).length, 0)
  assert.equal((await member.call('GET', `/task/${counted.taskId}/recurrence`)).statusCode, 404)
})

longTest('a day begins in the time zone of the series, when clocks change too', async () => {
  at('2026-03-01T12:00:00Z')
  const team = await createTeam(services)
  const zones: [string, string[]][] = [
    // On 8 March clocks go forward at 2:00; the day has 23 hours.
    ['America/New_York', ['2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z']],
    // On 24 April there is no midnight: the day begins at 1:00.
    ['Africa/Cairo', ['2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z', '2026-04-25T21:00:00Z']],
    ['Pacific/Kiritimati', ['2026-05-09T10:00:00Z', '2026-05-10T10:00:00Z']],
    // On 1 November clocks go back; the day has 25 hours.
    ['America/New_York', ['2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z']],
  ]
  for (const [timeZone, instants] of zones) {
    const beginning = new Date(instants[0] as string)
    const before = new Date(beginning.getTime() - 3_600_000)
    at(before.toISOString())
    const { id } = await repeat(team, await aTask(team), 'FREQ=DAILY', { timeZone })
    for (const [index, instant] of instants.entries()) {
      await run(new Date(Date.parse(instant) - 1000).toISOString())
      assert.equal((await seriesOf(team, id)).length, index + 1, `${timeZone} before ${instant}`)
      await run(instant)
      assert.equal((await seriesOf(team, id)).length, index + 2, `${timeZone} at ${instant}`)
    }
    assert.deepEqual((await dueDates(team, id)).filter(Boolean), [], 'no dates to shift')
  }
  const { member } = team
  await done200(member, 'PUT', '/users/me/settings', { timeZone: 'Asia/Tokyo' })
  const id = await aTask(team)
  const { item } = await done200(member, 'PUT', `/task/${id}/recurrence`, { rule: 'FREQ=DAILY' })
  assert.equal(item.timeZone, 'Asia/Tokyo')
})

test('after completion, the next occurrence follows the day of completion, however it was completed', async () => {
  at('2026-03-10T12:00:00Z')
  const team = await createTeam(services)
  const { member, manager, toDo, inProgress, done } = team
  const options = { mode: 'completion', timeZone: 'Asia/Tokyo' }
  const first = await repeat(
    team,
    await aTask(team, { dueDate: '2026-03-10' }),
    'FREQ=WEEKLY;COUNT=3',
    options,
  )
  assert.deepEqual([first.nextDate, first.nextDates], [null, []])
  const skip = await member.call('POST', `/task/${first.taskId}/recurrence/skip`, {})
  assert.equal(skip.json().error.details.reason, 'nothing_to_skip')
  await run('2026-04-10T12:00:00Z')
  assert.equal((await seriesOf(team, first.id)).length, 1)
  at('2026-04-10T16:00:00Z') // the 11th in Tokyo
  await done200(member, 'POST', `/task/${first.taskId}/move-to-column`, { columnId: done })
  assert.equal((await recurrenceOf(team, first.taskId)).nextDate, '2026-04-18')
  await done200(member, 'POST', `/task/${first.taskId}/move-to-column`, { columnId: toDo })
  assert.equal((await recurrenceOf(team, first.taskId)).nextDate, null, 'reopened')
  await done200(member, 'POST', `/task/${first.taskId}/move-to-column`, { columnId: inProgress })
  await done200(manager, 'PUT', `/board/column/${inProgress}`, { isDone: true })
  assert.equal((await recurrenceOf(team, first.taskId)).nextDate, '2026-04-18', 'with its column')
  await run('2026-04-17T15:00:00Z')
  assert.deepEqual(await dueDates(team, first.id), ['2026-03-10', '2026-04-18'])
  await done200(member, 'POST', `/task/${first.taskId}/move-to-column`, { columnId: toDo })
  const { taskId } = await recurrenceOf(team, first.taskId)
  assert.equal((await recurrenceOf(team, taskId)).nextDate, null, 'only the latest one counts')
  // Completed early: the next one still comes later than this one.
  await done200(member, 'PUT', `/task/${taskId}/recurrence`, { rule: 'FREQ=DAILY;COUNT=2', ...options })
  at('2026-04-10T00:00:00Z')
  await done200(member, 'POST', `/task/${taskId}/move-to-column`, { columnId: done })
  assert.equal((await recurrenceOf(team, taskId)).nextDate, '2026-04-19')
  await run('2026-04-19T00:00:00Z')
  const last = (await seriesOf(team, first.id)).at(-1) as Occurrence
  assert.deepEqual([last.dueDate, last.columnId], ['2026-04-19', toDo])
  await done200(member, 'POST', `/task/${last.id}/move-to-column`, { columnId: done })
  assert.equal((await recurrenceOf(team, last.id)).nextDate, null, 'that was the last one')
})

longTest(
  'a series rests with its latest occurrence, and follows it to other boards and projects',
  async () => {
    at('2026-03-10T12:00:00Z')
    const team = await createTeam(services)
    const { member, manager, owner, project, toDo, inProgress } = team
    const [deleted, kept] = [
      await repeat(team, await aTask(team), 'FREQ=DAILY'),
      await repeat(team, await aTask(team), 'FREQ=DAILY'),
    ]
    await done200(member, 'DELETE', `/task/${deleted.taskId}`)
    await run('2026-03-11T00:00:00Z')
    assert.equal((await seriesOf(team, kept.id)).length, 2)
    await done200(owner, 'DELETE', `/project/${project.id}`)
    await run('2026-03-12T00:00:00Z')
    await done200(owner, 'POST', `/project/${project.id}/restore`)
    assert.equal((await seriesOf(team, kept.id)).length, 2)
    await done200(member, 'POST', `/task/${deleted.taskId}/restore`)
    await run('2026-03-12T00:00:00Z')
    assert.deepEqual(
      [(await seriesOf(team, kept.id)).length, (await seriesOf(team, deleted.id)).length],
      [3, 2],
    )

    // The column of the series is gone: the first one of the board is used.
    await done200(manager, 'DELETE', `/board/column/${toDo}?moveTo=${inProgress}`)
    await run('2026-03-13T00:00:00Z')
    assert.equal((await seriesOf(team, kept.id)).at(-1)?.columnId, inProgress)

    const other = (await done200(manager, 'POST', '/project', { name: 'Elsewhere' })).item
    await done200(manager, 'POST', `/project/${other.id}/board`, { name: 'There' })
    await done200(manager, 'POST', `/project/${other.id}/member`, { userId: member.id, role: 'member' })
    const { taskId } = await recurrenceOf(team, kept.taskId)
    await done200(member, 'POST', `/task/${taskId}/move-to-project`, { projectId: other.id })
    assert.equal((await seriesOf(team, kept.id)).length, 0, 'earlier occurrences stay behind as tasks')
    await run('2026-03-14T00:00:00Z')
    assert.equal((await seriesOf({ ...team, project: other }, kept.id)).length, 2)
    const earlier = (await seriesOf(team, deleted.id))[0] as Occurrence
    await done200(member, 'POST', `/task/${earlier.id}/move-to-project`, { projectId: other.id })
    assert.equal((await member.call('GET', `/task/${earlier.id}/recurrence`)).statusCode, 404)
    assert.equal(
      (await recurrenceOf(team, (await seriesOf(team, deleted.id))[0]?.id as number)).id,
      deleted.id,
    )

    const latest = (await seriesOf(team, deleted.id)).at(-1) as Occurrence
    await done200(owner, 'DELETE', `/task/${latest.id}/hard`)
    assert.equal(
      (await seriesOf(team, deleted.id)).length,
      0,
      'permanently deleting the latest ends the series',
    )
  },
)

longTest('an instance that is killed before the commit leaves the occurrence to others', async () => {
  at('2026-06-10T12:00:00Z')
  const team = await createTeam(services)
  const { id } = await repeat(team, await aTask(team), 'FREQ=DAILY')
  const now = '2026-06-11T00:00:00Z'
  const child = fork(new URL('../dying-occurrences.ts', import.meta.url), [now], {
    env: { ...process.env, ...services.environment },
  })
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL'])
  assert.equal((await seriesOf(team, id)).length, 1)
  await run(now)
  await run(now)
  assert.equal((await seriesOf(team, id)).length, 2)
})

longTest('a rule without dates ahead, a wrong one and a wrong time zone are refused', async () => {
  at('2026-03-10T12:00:00Z')
  const team = await createTeam(services)
  const id = await aTask(team, { dueDate: '2026-03-01' })
  const overdue = await repeat(team, id, 'FREQ=DAILY;COUNT=3')
  assert.deepEqual(overdue.nextDates, ['2026-03-11', '2026-03-12'], 'nothing for days that have passed')
  const refused: [object, string][] = [
    [{ rule: 'FREQ=HOURLY' }, 'rule'],
    [{ rule: 'FREQ=DAILY;COUNT=1' }, 'rule'],
    [{ rule: 'FREQ=DAILY;UNTIL=20260310' }, 'rule'],
    [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule'],
    [{ rule: 'FREQ=WEEKLY;BYDAY=MO', mode: 'completion' }, 'rule'],
    [{ rule: 'FREQ=DAILY;UNTIL=20260310', mode: 'completion' }, 'rule'],
    [{ rule: 'FREQ=DAILY', timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ rule: 'FREQ=DAILY', leadDays: 366 }, 'leadDays'],
    [{ rule: 'FREQ=DAILY', mode: 'never' }, 'mode'],
  ]
  for (const [body, field] of refused) {
    const response = await team.member.call('PUT', `/task/${id}/recurrence`, body)
    assert.equal(response.statusCode, 422, JSON.stringify(body))
    assert.deepEqual(Object.keys(response.json().error.details.codes), [field])
  }
  assert.equal((await recurrenceOf(team, id)).rule, overdue.rule)
})
