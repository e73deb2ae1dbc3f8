import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { cleanUp } from '#clean-up.ts'
import { notifyDue } from '#notifications/due-notifications.ts'
import { startWorker } from '#worker.ts'
import { sharedServices } from '../both-services.ts'
import { readStream } from '../event-stream.ts'
import { notified } from '../notified.ts'
import { createTeam, type Team, type User } from '../team.ts'

const services = await sharedServices()
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

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** Created and assigned by the member, so that only its due date notifies. */
async function aTaskDue(
  { member, toDo }: Team,
  dueDate: string | null,
  fields: object = {},
): Promise<number> {
  const task = { title: 'Fix login', columnId: toDo, assigneeId: member.id, dueDate, ...fields }
  return (await done200(member, 'POST', '/task', task)).item.id
}

async function run(instant: string) {
  at(instant)
  await Promise.all([notifyDue(deps), notifyDue(second.deps)])
  at(undefined)
}

async function notifiedOf({ member, owner, manager, viewer }: Team, taskId: number) {
  return notified(services, { member, owner, manager, viewer }, { taskId })
}

test('only the assignee is notified about tasks that are due today or tomorrow or overdue', async () => {
  const team = await createTeam(services)
  const days = ['2026-03-08', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12', null]
  const ids = await Promise.all(days.map(day => aTaskDue(team, day)))
  const unassigned = await aTaskDue(team, '2026-03-10', { assigneeId: null })
  await run('2026-03-10T12:00:00Z')
  assert.deepEqual(await Promise.all(ids.map(id => notifiedOf(team, id))), [
    ['member task.overdue'],
    ['member task.overdue'],
    ['member task.due_soon'],
    ['member task.due_soon'],
    [],
    [],
  ])
  assert.deepEqual(await notifiedOf(team, unassigned), [])
  const { items } = await done200(team.member, 'GET', '/notification?type=task.overdue')
  const [notification] = items.filter(
    ({ context }: { context: { taskId: number } }) => context.taskId === ids[0],
  )
  const { taskNumber } = notification.context
  assert.equal(notification.subject, `WEB-${taskNumber} Fix login is overdue`)
  assert.equal(notification.body, 'It was due on March 8, 2026.')
  assert.deepEqual(
    [notification.actor, notification.context.actorId, notification.context.dueDate],
    [null, null, '2026-03-08'],
  )
})

test('each due date notifies once per type, a new due date again', async () => {
  const team = await createTeam(services)
  const id = await aTaskDue(team, '2026-03-11')
  for (const time of ['12:00', '12:15', '12:30']) await run(`2026-03-10T${time}:00Z`)
  assert.deepEqual(await notifiedOf(team, id), ['member task.due_soon'])
  for (const time of ['12:00', '12:15']) await run(`2026-03-12T${time}:00Z`)
  assert.deepEqual(await notifiedOf(team, id), ['member task.due_soon', 'member task.overdue'])
  await done200(team.member, 'PUT', `/task/${id}`, { dueDate: '2026-03-13' })
  await run('2026-03-12T12:30:00Z')
  assert.deepEqual(await notifiedOf(team, id), [
    'member task.due_soon',
    'member task.due_soon',
    'member task.overdue',
  ])
  await done200(team.member, 'PUT', `/task/${id}`, { assigneeId: team.manager.id })
  await run('2026-03-12T12:45:00Z')
  assert.ok((await notifiedOf(team, id)).includes('manager task.due_soon'), 'the new assignee')
})

test('today is the day in the assignee’s time zone', async () => {
  const team = await createTeam(services)
  await done200(team.member, 'PUT', '/users/me/settings', { timeZone: 'Pacific/Kiritimati' }) // UTC+14
  const zones: [User, string | null][] = [
    [team.member, '2026-03-12'],
    [team.manager, '2026-03-12'],
  ]
  const [ahead, utc] = await Promise.all(
    zones.map(([user, dueDate]) => aTaskDue(team, dueDate, { assigneeId: user.id })),
  )
  await run('2026-03-10T12:00:00Z') // the 11th there
  assert.deepEqual(await notifiedOf(team, ahead as number), ['member task.due_soon'])
  assert.deepEqual(await notifiedOf(team, utc as number), ['manager task.assigned'])
  await done200(team.manager, 'PUT', '/users/me/settings', { timeZone: 'Pacific/Pago_Pago' }) // UTC-11
  await run('2026-03-13T10:00:00Z') // still the 12th there
  assert.deepEqual(await notifiedOf(team, utc as number), ['manager task.assigned', 'manager task.due_soon'])
  await run('2026-03-13T11:00:00Z')
  assert.equal((await notifiedOf(team, utc as number)).at(-1), 'manager task.overdue')
})

test('completed and deleted tasks, archived projects and muted types notify no one', async () => {
  const team = await createTeam(services)
  const { member, owner, project, done } = team
  const completed = await aTaskDue(team, '2026-03-10')
  await done200(member, 'POST', `/task/${completed}/move-to-column`, { columnId: done })
  const deleted = await aTaskDue(team, '2026-03-10')
  await done200(member, 'DELETE', `/task/${deleted}`)
  await done200(member, 'PUT', '/notification/preferences', { mutedTypes: ['task.overdue'] })
  const muted = await aTaskDue(team, '2026-03-01')
  const loud = await aTaskDue(team, '2026-03-10')
  await run('2026-03-10T12:00:00Z')
  for (const id of [completed, deleted, muted]) assert.deepEqual(await notifiedOf(team, id), [])
  assert.deepEqual(await notifiedOf(team, loud), ['member task.due_soon'])
  await done200(member, 'PUT', '/notification/preferences', { mutedTypes: [], mutedProjects: [project.id] })
  await run('2026-03-10T12:15:00Z')
  assert.deepEqual(await notifiedOf(team, muted), [])
  await done200(member, 'PUT', '/notification/preferences', { mutedProjects: [] })
  await done200(owner, 'DELETE', `/project/${project.id}`)
  await run('2026-03-10T12:30:00Z')
  assert.deepEqual(await notifiedOf(team, muted), [])
  await done200(owner, 'POST', `/project/${project.id}/restore`)
  await run('2026-03-10T12:45:00Z')
  assert.deepEqual(await notifiedOf(team, muted), ['member task.overdue'])
})

test('many due tasks on two instances notify once each, also by the stream', async () => {
  const team = await createTeam(services)
  const base = await second.app.listen({ host: '127.0.0.1', port: 0 })
  const { token } = await done200(team.member, 'GET', '/events/token')
  const stream = await readStream(`${base}/events?token=${token}`)
  const first = await aTaskDue(team, '2026-03-10')
  await sql`insert into tasks (project_id, board_id, column_id, number, title, priority_id, assignee_id, creator_id,
      due_date, position)
    select project_id, board_id, column_id, number + n, title, priority_id, assignee_id, creator_id, due_date,
      position + n
    from tasks cross join generate_series(1, 249) as n where id = ${first}`.execute(deps.db)
  await run('2026-03-10T12:00:00Z')
  const { _meta } = await done200(team.member, 'GET', '/notification?type=task.due_soon')
  assert.equal(_meta.total, 250)
  await stream.waitForMessages(250)
  const taskIds = stream.messages().map(({ data }) => data.data.context.taskId)
  assert.deepEqual([taskIds.length, new Set(taskIds).size], [250, 250])
  stream.close()
})

test('the reminder of an open task is kept, so that it is not repeated half a year later', async () => {
  const team = await createTeam(services)
  const { member, done } = team
  const [open, closed] = [await aTaskDue(team, '2026-03-10'), await aTaskDue(team, '2026-03-10')]
  await run('2026-03-11T12:00:00Z')
  await done200(member, 'POST', `/task/${closed}/move-to-column`, { columnId: done })
  const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString()
  await deps.db.updateTable('notifications').set({ createdAt: longAgo }).execute()
  await cleanUp(deps)
  await run('2026-09-11T12:00:00Z')
  assert.deepEqual(await notifiedOf(team, open), ['member task.overdue'])
  assert.deepEqual(await notifiedOf(team, closed), [])
})

test('the job is scheduled once, however many instances run', async () => {
  const workers = await Promise.all([startWorker(deps), startWorker(second.deps)])
  const known = async () => {
    const { rows } = await sql<{ identifier: string }>`
      select identifier from graphile_worker._private_known_crontabs`.execute(deps.db)
    return rows.filter(({ identifier }) => identifier === 'notify_due').length
  }
  await waitUntil(async () => (await known()) > 0)
  await Promise.all(workers.map(worker => worker.stop()))
  assert.equal(await known(), 1)
})
