import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startWorker } from '#worker.ts'
import { sharedServices } from '../both-services.ts'
import { createMailFolder, pendingJobs, runQueue } from '../mail-folder.ts'
import { pausedBeforeCommit, untilOneWaits } from '../notified.ts'
import { confirmEmail } from '../people.ts'
import { createTeam, createUnconfirmedUser, type User } from '../team.ts'

const mail = createMailFolder()
const services = await sharedServices()
services.deps.settings.MAIL_URL = mail.url
const { deps, environment } = services
const MINUTE_MS = 60_000

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** A team of its own, whose member has chosen how to get emails. */
async function aTeamWith(preference: 'none' | 'digest' | 'each' | undefined) {
  const team = await createTeam(services)
  if (preference) await done200(team.member, 'PUT', '/notification/preferences', { mail: preference })
  const assign = async (title: string): Promise<number> => {
    const task = { title, columnId: team.toDo, assigneeId: team.member.id }
    return (await done200(team.owner, 'POST', '/task', task)).item.id
  }
  return { ...team, assign, emails: () => mail.emailsTo(team.member.email) }
}

async function digestJobsOf({ id }: User) {
  const { rows } = await sql<{ runAt: string }>`select run_at from graphile_worker.jobs
    where key = ${`digest ${id}`}`.execute(deps.db)
  return rows
}

async function aQuarterOfAnHourLater() {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(deps.db)
  await runQueue(deps)
}

async function unmailedOf({ id }: User) {
  const rows = await deps.db
    .selectFrom('notifications')
    .where('userId', '=', id)
    .where('mailedAt', 'is', null)
    .select('subject')
    .execute()
  return rows.map(({ subject }) => subject)
}

test('by default one email per quarter of an hour contains all unread notifications', async () => {
  const { member, assign, emails } = await aTeamWith(undefined)
  const before = Date.now()
  const ids = [await assign('First'), await assign('Second <b>'), await assign('Third')]
  const jobs = await digestJobsOf(member)
  assert.equal(jobs.length, 1)
  const waits = Date.parse(jobs[0]?.runAt ?? '') - before
  assert.ok(waits >= 15 * MINUTE_MS && waits < 16 * MINUTE_MS, `from the first one on: ${waits}`)
  await runQueue(deps)
  assert.deepEqual(await emails(), [])
  const [third] = (await done200(member, 'GET', '/notification')).items
  await done200(member, 'POST', `/notification/${third.id}/read`)
  await aQuarterOfAnHourLater()
  const [email, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(email?.head ?? '', /Subject: 2 new notifications/)
  for (const [n, title] of ['First', 'Second <b>'].entries()) {
    assert.ok(email?.text.includes(`• Sam Sample assigned you WEB-${n + 1} ${title}\n`), email?.text)
    assert.ok(email?.text.includes(`${environment.FRONTEND_URL}task/${ids[n]}\n`))
    assert.ok(email?.html.includes(`href="${environment.FRONTEND_URL}task/${ids[n]}"`))
  }
  assert.ok(email?.html.includes('Second &lt;b&gt;'))
  assert.ok(!email?.text.includes('Third'), 'read meanwhile')
})

test('a digest contains only what is new since the last one', async () => {
  const { member, assign, emails } = await aTeamWith('digest')
  await assign('Early')
  await aQuarterOfAnHourLater()
  assert.deepEqual(await unmailedOf(member), [])
  const late = await assign('Late')
  await aQuarterOfAnHourLater()
  const [, second, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(second?.head ?? '', /Subject: Sam Sample assigned you WEB-2 Late/)
  assert.ok(second?.text.includes(`Open task:\n${environment.FRONTEND_URL}task/${late}\n`))
  assert.ok(!second?.text.includes('Early'))
})

test('a digest waits for open transactions, and later notifications get another one', async () => {
  const { member, owner, project, assign, emails } = await aTeamWith('digest')
  await assign('Early')
  const paused = pausedBeforeCommit(services)
  const before = { userId: member.id, role: 'member' as const }
  const notifying = inTransaction(paused.deps, (_, emit) =>
    emit({
      type: 'member.role_changed',
      projectId: project.id,
      actorId: owner.id,
      before,
      after: before,
    }),
  )
  await paused.written
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(deps.db)
  const worker = await startWorker(deps)
  await untilOneWaits(services)
  paused.commit()
  await notifying
  await waitUntil(async () => (await emails()).length > 0)
  await worker.stop()
  const [email] = await emails()
  assert.match(email?.text ?? '', /Early/)
  assert.match(email?.text ?? '', /changed your role/)
  await assign('Later')
  assert.equal((await digestJobsOf(member)).length, 1)
})

test('no email is sent if everything has been read', async () => {
  const { member, assign, emails } = await aTeamWith('digest')
  await assign('Seen')
  await done200(member, 'POST', '/notification/read-all')
  await aQuarterOfAnHourLater()
  assert.deepEqual(await emails(), [])
})

test('users who choose so get an email for every notification, in their language', async () => {
  const { member, assign, emails } = await aTeamWith('each')
  await done200(member, 'PUT', '/users/me/settings', { language: 'ru' })
  const ids = [await assign('One'), await assign('Two')]
  assert.deepEqual(await digestJobsOf(member), [])
  await runQueue(deps)
  const texts = (await emails()).map(({ text }) => text).sort()
  assert.equal(texts.length, 2)
  for (const [n, title] of ['One', 'Two'].entries()) {
    assert.match(texts[n] ?? '', new RegExp(`Sam Sample назначает вам WEB-${n + 1} ${title}`))
    assert.ok(texts[n]?.includes(`Открыть задачу:\n${environment.FRONTEND_URL}task/${ids[n]}\n`))
  }
  const read = await assign('Three')
  await done200(member, 'POST', '/notification/read-all')
  await runQueue(deps)
  assert.equal((await emails()).length, 2, `task ${read} was read first`)
})

test('a digest has the latest state of repeated changes', async () => {
  const { member, owner, assign, emails } = await aTeamWith('digest')
  const id = await assign('Moving target')
  for (const dueDate of ['2027-03-01', '2027-03-02', '2027-03-03']) {
    await done200(owner, 'PUT', `/task/${id}`, { dueDate })
  }
  assert.equal((await digestJobsOf(member)).length, 1)
  await aQuarterOfAnHourLater()
  const [digest, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(digest?.text ?? '', /now due on March 3, 2027/)
  assert.doesNotMatch(digest?.text ?? '', /March [12]/)
})

test('the first comment of a discussion is mailed immediately and the latest one five minutes later', async () => {
  const { member, owner, manager, assign, emails } = await aTeamWith('each')
  const id = await assign('Discuss')
  await runQueue(deps)
  const before = (await emails()).length
  const comment = (user: User, text: string) => done200(user, 'POST', `/task/${id}/comment`, { text })
  await comment(owner, 'One')
  await runQueue(deps)
  await comment(manager, 'Two')
  await comment(owner, 'Three')
  await runQueue(deps)
  const texts = async () => (await emails()).slice(before).map(({ text }) => text)
  assert.deepEqual(
    (await texts()).map(text => text.match(/One|Two|Three/)?.[0]),
    ['One'],
  )
  await aQuarterOfAnHourLater()
  assert.deepEqual((await texts()).map(text => text.match(/One|Two|Three/)?.[0]).sort(), ['One', 'Three'])
  assert.deepEqual(await unmailedOf(member), [])
})

test('a digest is delayed by a quarter of an hour on the service’s clock', async () => {
  const { member, assign } = await aTeamWith('digest')
  const { now } = deps
  deps.now = () => new Date('2031-05-01T10:00:00Z')
  try {
    await assign('Later')
  } finally {
    deps.now = now
  }
  const [job] = await digestJobsOf(member)
  assert.equal(job?.runAt, '2031-05-01T10:15:00.000Z')
})

test('users who turn emails off get none, not even later for that time', async () => {
  const { member, assign, emails } = await aTeamWith('none')
  await assign('Unmailed')
  assert.deepEqual(await digestJobsOf(member), [])
  await done200(member, 'PUT', '/notification/preferences', { mail: 'digest' })
  await assign('Mailed')
  await done200(member, 'PUT', '/notification/preferences', { mail: 'none' })
  await aQuarterOfAnHourLater()
  assert.deepEqual(await emails(), [], 'turned off in time')
  await done200(member, 'PUT', '/notification/preferences', { mail: 'digest' })
  await assign('Wanted')
  await aQuarterOfAnHourLater()
  const [email, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(email?.text ?? '', /Wanted/)
  assert.doesNotMatch(email?.text ?? '', /nmailed|Mailed/)
})

test('former members and archived users get no email about the project', async () => {
  const left = await aTeamWith('digest')
  await left.assign('Secret plan')
  await done200(left.owner, 'DELETE', `/project/${left.project.id}/member/${left.member.id}`)
  const gone = await aTeamWith('each')
  await gone.assign('Secret plan')
  await sql`update users set archived_at = now() where id = ${gone.member.id}`.execute(deps.db)
  await aQuarterOfAnHourLater()
  assert.deepEqual(await gone.emails(), [])
  const [email, ...others] = await left.emails()
  assert.deepEqual(others, [])
  assert.match(email?.text ?? '', /Sam Sample removed you from the project “Website”/)
  assert.ok(!email?.text.includes('Secret'))
})

test('an invited user gets the invitation email and no second one', async () => {
  const { owner, stranger, project } = await aTeamWith('digest')
  await done200(stranger, 'PUT', '/notification/preferences', { mail: 'each' })
  await done200(owner, 'POST', `/project/${project.id}/invite`, { email: stranger.email, role: 'member' })
  await aQuarterOfAnHourLater()
  const emails = await mail.emailsTo(stranger.email)
  assert.equal(emails.length, 1)
  assert.match(emails[0]?.text ?? '', /invitation#token=/)
})

test('a rolled back change sends nothing', async () => {
  const { member, owner, toDo } = await aTeamWith('each')
  const created = await owner.call('POST', '/task', {
    title: 'Never',
    columnId: toDo,
    assigneeId: member.id,
    priorityId: 99,
  })
  assert.notEqual(created.statusCode, 200)
  await runQueue(deps)
  assert.deepEqual(await mail.emailsTo(member.email), [])
})

test('a failed email is retried and delivered once', async () => {
  const { member, assign, emails } = await aTeamWith('each')
  await assign('Patience')
  const { MAIL_URL } = deps.settings
  deps.settings.MAIL_URL = 'file:/dev/null/nowhere'
  const worker = await startWorker(deps)
  await waitUntil(async () => (await pendingJobs(deps)).some(({ lastError }) => lastError !== null))
  await worker.stop()
  deps.settings.MAIL_URL = MAIL_URL
  assert.equal((await unmailedOf(member)).length, 1)
  await aQuarterOfAnHourLater()
  assert.equal((await emails()).length, 1)
  assert.deepEqual(await unmailedOf(member), [])
})

/** A team with a member who gets each notification by email, at an address that is not confirmed. */
async function aTeamWithNewcomer() {
  const { owner, project, toDo } = await createTeam(services)
  const newcomer = await createUnconfirmedUser(services)
  await done200(owner, 'POST', `/project/${project.id}/member`, { userId: newcomer.id, role: 'member' })
  await done200(newcomer, 'PUT', '/notification/preferences', { mail: 'each' })
  const assign = (title: string) =>
    done200(owner, 'POST', '/task', { title, columnId: toDo, assigneeId: newcomer.id })
  return { newcomer, assign, emails: () => mail.emailsTo(newcomer.email) }
}

test('an unconfirmed address gets no email, and after confirmation only new ones', async () => {
  const { newcomer, assign, emails } = await aTeamWithNewcomer()
  await assign('Visit http://elsewhere.example')
  await aQuarterOfAnHourLater()
  assert.deepEqual(await emails(), [])
  assert.deepEqual(await unmailedOf(newcomer), [])
  await confirmEmail(services, newcomer.passportId)
  await assign('Real work')
  await runQueue(deps)
  const [email, ...others] = await emails()
  assert.deepEqual(others, [])
  assert.match(email?.text ?? '', /Real work/)
})

test('an email waits while the identity service cannot confirm its address', async () => {
  const { newcomer, assign, emails } = await aTeamWithNewcomer()
  await aQuarterOfAnHourLater()
  await confirmEmail(services, newcomer.passportId)
  await assign('Patience')
  services.proxy.setState('broken')
  const worker = await startWorker(deps)
  try {
    await waitUntil(async () => (await pendingJobs(deps)).some(({ lastError }) => lastError !== null))
  } finally {
    await worker.stop()
    services.proxy.setState('open')
  }
  assert.equal((await unmailedOf(newcomer)).length, 1)
  await aQuarterOfAnHourLater()
  assert.match((await emails())[0]?.text ?? '', /Patience/)
})
