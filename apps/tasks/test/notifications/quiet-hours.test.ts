import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { sharedServices } from '../both-services.ts'
import { createMailFolder, runQueue } from '../mail-folder.ts'
import { createTeam, type User } from '../team.ts'

const mail = createMailFolder()
const services = await sharedServices()
services.deps.settings.MAIL_URL = mail.url
const { deps } = services
const realNow = deps.now
after(() => {
  deps.now = realNow
})

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function aTeamWith(preferences: object) {
  const team = await createTeam(services)
  await done200(team.member, 'PUT', '/notification/preferences', preferences)
  const assign = (title: string) =>
    done200(team.owner, 'POST', '/task', { title, columnId: team.toDo, assigneeId: team.member.id })
  return { ...team, assign, emails: () => mail.emailsTo(team.member.email) }
}

/** Sets the clock of the service, and runs what is due by then. */
async function mailAt(time: string) {
  deps.now = () => new Date(time)
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at <= ${time}`.execute(deps.db)
  await runQueue(deps)
}

const nextJobs = async ({ id }: User) => {
  const { rows } = await sql<{ runAt: string }>`select run_at from graphile_worker.jobs
    where key like ${`digest ${id} at %`} order by run_at`.execute(deps.db)
  return rows.map(({ runAt }) => runAt)
}

function at<Result>(time: string, work: () => Promise<Result>) {
  deps.now = () => new Date(time)
  return work()
}

const overnight = { quietHours: { from: '20:00', to: '08:00' }, timeZone: 'Europe/Berlin' }

test('what comes in quiet hours is one email afterwards, also for those who want each', async () => {
  const { member, assign, emails } = await aTeamWith({ mail: 'each', ...overnight })
  await at('2031-01-15T18:59:00Z', () => assign('Before'))
  await mailAt('2031-01-15T18:59:30Z')
  assert.equal((await emails()).length, 1)

  await at('2031-01-15T19:00:00Z', () => assign('Evening'))
  await mailAt('2031-01-15T19:00:30Z')
  assert.deepEqual(await nextJobs(member), ['2031-01-16T07:00:00.000Z'])
  await at('2031-01-16T05:00:00Z', () => assign('Night'))
  await mailAt('2031-01-16T05:00:30Z')
  assert.equal((await emails()).length, 1)
  assert.deepEqual(await nextJobs(member), ['2031-01-16T07:00:00.000Z'])

  await mailAt('2031-01-16T07:00:00Z')
  const [, afterwards, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(afterwards?.head ?? '', /Subject: 2 new notifications/)
  assert.match(afterwards?.text ?? '', /Evening[\s\S]*Night/)
  await at('2031-01-16T07:01:00Z', () => assign('Morning'))
  await mailAt('2031-01-16T07:01:30Z')
  assert.match((await emails()).at(-1)?.text ?? '', /Morning/)
})

test('quiet hours within a day end on that day, and those of a night in which clocks change by the clock', async () => {
  const lunch = await aTeamWith({
    mail: 'each',
    quietHours: { from: '12:00', to: '13:30' },
    timeZone: 'Asia/Kathmandu',
  })
  await at('2031-01-15T06:20:00Z', () => lunch.assign('Lunch'))
  await mailAt('2031-01-15T06:20:00Z')
  assert.deepEqual(await nextJobs(lunch.member), ['2031-01-15T07:45:00.000Z'])
  const night = await aTeamWith({ mail: 'each', ...overnight })
  await at('2031-03-29T22:00:00Z', () => night.assign('Clocks go forward'))
  await mailAt('2031-03-29T22:00:00Z')
  assert.deepEqual(await nextJobs(night.member), ['2031-03-30T06:00:00.000Z'])
})

test('a daily summary has everything since the last one', async () => {
  const { member, assign, emails } = await aTeamWith({
    mail: 'digest',
    summaryAt: '09:00',
    timeZone: 'America/New_York',
  })
  await at('2031-01-15T13:00:00Z', () => assign('Early'))
  await mailAt('2031-01-15T13:20:00Z')
  assert.deepEqual(await nextJobs(member), ['2031-01-15T14:00:00.000Z'])
  await mailAt('2031-01-15T14:00:00Z')
  assert.equal((await emails()).length, 1)

  await at('2031-01-15T14:00:00Z', () => assign('Just after'))
  await mailAt('2031-01-15T15:00:00Z')
  await at('2031-01-16T08:00:00Z', () => assign('Next morning'))
  await mailAt('2031-01-16T08:20:00Z')
  assert.deepEqual(await nextJobs(member), ['2031-01-16T14:00:00.000Z'])
  await mailAt('2031-01-16T14:00:01Z')
  const [, summary, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(summary?.text ?? '', /Just after[\s\S]*Next morning/)
})

test('a summary in quiet hours waits for their end, and a late one is sent at once', async () => {
  const { member, assign, emails } = await aTeamWith({ summaryAt: '07:00', ...overnight })
  await at('2031-01-15T12:00:00Z', () => assign('Noon'))
  await mailAt('2031-01-15T12:15:00Z')
  assert.deepEqual(await nextJobs(member), ['2031-01-16T07:00:00.000Z'])
  await mailAt('2031-01-17T10:00:00Z')
  assert.equal((await emails()).length, 1)
})

test('the time zone of the account counts before that of the browser', async () => {
  const { member, assign } = await aTeamWith({ summaryAt: '09:00', timeZone: 'America/New_York' })
  const { item } = await done200(member, 'GET', '/notification/preferences')
  assert.deepEqual([item.summaryAt, item.timeZone, item.quietHours], ['09:00', 'America/New_York', null])
  await done200(member, 'PUT', '/users/me/settings', { timeZone: 'Asia/Tokyo' })
  assert.equal((await done200(member, 'GET', '/notification/preferences')).item.timeZone, 'Asia/Tokyo')
  await at('2031-01-15T12:00:00Z', () => assign('Noon'))
  await mailAt('2031-01-15T12:15:00Z')
  assert.deepEqual(await nextJobs(member), ['2031-01-16T00:00:00.000Z'])
})

test('turning quiet hours off sends what waits', async () => {
  const { member, assign, emails } = await aTeamWith({ mail: 'each', ...overnight })
  await at('2031-01-15T22:00:00Z', () => assign('Night'))
  await mailAt('2031-01-15T22:00:00Z')
  assert.deepEqual(await emails(), [])
  await done200(member, 'PUT', '/notification/preferences', { quietHours: null })
  await mailAt('2031-01-15T22:00:00Z')
  assert.equal((await emails()).length, 1)
  await mailAt('2031-01-16T07:00:00Z')
  assert.equal((await emails()).length, 1)
})

test('what was read in quiet hours is not mailed, and nobody is mailed who wants no emails', async () => {
  const { member, assign, emails } = await aTeamWith({ mail: 'each', ...overnight })
  await at('2031-01-15T22:00:00Z', () => assign('Night'))
  await mailAt('2031-01-15T22:00:00Z')
  await done200(member, 'POST', '/notification/read-all', {})
  await at('2031-01-15T23:00:00Z', () => assign('Later'))
  await mailAt('2031-01-15T23:00:00Z')
  await done200(member, 'PUT', '/notification/preferences', { mail: 'none' })
  await mailAt('2031-01-16T07:00:00Z')
  assert.deepEqual(await emails(), [])
})

test('invalid times are refused', async () => {
  const { member } = await createTeam(services)
  const wrong = [
    [{ quietHours: { from: '8', to: '20:00' } }, 'quietHours.from'],
    [{ quietHours: { from: '08:00', to: '08:00' } }, 'quietHours'],
    [{ summaryAt: '24:00' }, 'summaryAt'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
  ] as const
  for (const [changes, field] of wrong) {
    const response = await member.call('PUT', '/notification/preferences', changes)
    assert.equal(response.statusCode, 422, response.body)
    assert.ok(field in response.json().error.details.errors, response.body)
  }
})
