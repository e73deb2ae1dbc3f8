import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '@atrium/database/transaction'
import { waitUntil } from '@atrium/testing/wait-until'
import { sql } from 'kysely'
import { startWorker } from '#worker.ts'
import { startBothServices } from './both-services.ts'
import { createMailFolder, waitingJobs, workOffQueue } from './mail-folder.ts'
import { confirmEmail } from './people.ts'
import { createTeam, createUnconfirmedUser, type User } from './team.ts'
import { heldBeforeCommit, untilOneWaits } from './tellings.ts'

const mail = createMailFolder()
const services = await startBothServices({ MAIL_URL: mail.url, RATE_LIMIT: 'off' })
const { deps, environment } = services
const MINUTE_MS = 60_000

async function done200(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  const response = await user.call(method, url, payload)
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** A team of its own, whose member has chosen how letters come. */
async function aTeamWith(preference: 'none' | 'digest' | 'each' | undefined) {
  const team = await createTeam(services)
  if (preference) await done200(team.member, 'PUT', '/notification/preferences', { mail: preference })
  const assign = async (title: string): Promise<number> => {
    const task = { title, columnId: team.toDo, assigneeId: team.member.id }
    return (await done200(team.owner, 'POST', '/task', task)).item.id
  }
  return { ...team, assign, letters: () => mail.lettersTo(team.member.email) }
}

async function digestJobsOf({ id }: User) {
  const { rows } = await sql<{ runAt: string }>`select run_at from graphile_worker.jobs
    where key = ${`digest ${id}`}`.execute(deps.db)
  return rows
}

async function aQuarterOfAnHourLater() {
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(deps.db)
  await workOffQueue(deps)
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

test('by default there is one letter for a quarter of an hour, with all that is unread', async () => {
  const { member, assign, letters } = await aTeamWith(undefined)
  const before = Date.now()
  const ids = [await assign('First'), await assign('Second <b>'), await assign('Third')]
  const jobs = await digestJobsOf(member)
  assert.equal(jobs.length, 1)
  const waits = Date.parse(jobs[0]?.runAt ?? '') - before
  assert.ok(waits >= 15 * MINUTE_MS && waits < 16 * MINUTE_MS, `from the first one on: ${waits}`)
  await workOffQueue(deps)
  assert.deepEqual(await letters(), [])
  const [third] = (await done200(member, 'GET', '/notification')).items
  await done200(member, 'POST', `/notification/${third.id}/read`)
  await aQuarterOfAnHourLater()
  const [letter, ...others] = await letters()
  assert.deepEqual(others, [])
  assert.match(letter?.head ?? '', /Subject: 2 new notifications/)
  for (const [n, title] of ['First', 'Second <b>'].entries()) {
    assert.ok(letter?.text.includes(`• Sam Sample assigned you #${n + 1} ${title}\n`), letter?.text)
    assert.ok(letter?.text.includes(`${environment.FRONTEND_URL}task/${ids[n]}\n`))
    assert.ok(letter?.html.includes(`href="${environment.FRONTEND_URL}task/${ids[n]}"`))
  }
  assert.ok(letter?.html.includes('Second &lt;b&gt;'))
  assert.ok(!letter?.text.includes('Third'), 'read meanwhile')
})

test('what has been mailed is not mailed again, what comes later is', async () => {
  const { member, assign, letters } = await aTeamWith('digest')
  await assign('Early')
  await aQuarterOfAnHourLater()
  assert.deepEqual(await unmailedOf(member), [])
  const late = await assign('Late')
  await aQuarterOfAnHourLater()
  const [, second, ...others] = await letters()
  assert.deepEqual(others, [])
  assert.match(second?.head ?? '', /Subject: Sam Sample assigned you #2 Late/)
  assert.ok(second?.text.includes(`Open task:\n${environment.FRONTEND_URL}task/${late}\n`))
  assert.ok(!second?.text.includes('Early'))
})

test('a digest waits for what is about to be told, and what comes while it is sent has another one', async () => {
  const { member, owner, project, assign, letters } = await aTeamWith('digest')
  await assign('Early')
  const held = heldBeforeCommit(services)
  const before = { userId: member.id, role: 'member' as const }
  const telling = inTransaction(held.deps, (_, emit) =>
    emit({
      type: 'member.role_changed',
      projectId: project.id,
      actorId: owner.id,
      before,
      after: before,
    }),
  )
  await held.written
  await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(deps.db)
  const worker = await startWorker(deps)
  await untilOneWaits(services)
  held.letGo()
  await telling
  await waitUntil(async () => (await letters()).length > 0)
  await worker.stop()
  const [letter] = await letters()
  assert.match(letter?.text ?? '', /Early/)
  assert.match(letter?.text ?? '', /changed your role/)
  await assign('Later')
  assert.equal((await digestJobsOf(member)).length, 1)
})

test('when all of it has been read there is no letter', async () => {
  const { member, assign, letters } = await aTeamWith('digest')
  await assign('Seen')
  await done200(member, 'POST', '/notification/read-all')
  await aQuarterOfAnHourLater()
  assert.deepEqual(await letters(), [])
})

test('whoever wishes gets a letter for each, at once, in their language', async () => {
  const { member, assign, letters } = await aTeamWith('each')
  await done200(member, 'PUT', '/users/me/settings', { language: 'ru' })
  const ids = [await assign('One'), await assign('Two')]
  assert.deepEqual(await digestJobsOf(member), [])
  await workOffQueue(deps)
  const texts = (await letters()).map(({ text }) => text).sort()
  assert.equal(texts.length, 2)
  for (const [n, title] of ['One', 'Two'].entries()) {
    assert.match(texts[n] ?? '', new RegExp(`Sam Sample назначает вам #${n + 1} ${title}`))
    assert.ok(texts[n]?.includes(`Открыть задачу:\n${environment.FRONTEND_URL}task/${ids[n]}\n`))
  }
  const read = await assign('Three')
  await done200(member, 'POST', '/notification/read-all')
  await workOffQueue(deps)
  assert.equal((await letters()).length, 2, `task ${read} was read first`)
})

test('a digest has the newest state of what changed several times', async () => {
  const { member, owner, assign, letters } = await aTeamWith('digest')
  const id = await assign('Moving target')
  for (const dueDate of ['2027-03-01', '2027-03-02', '2027-03-03']) {
    await done200(owner, 'PUT', `/task/${id}`, { dueDate })
  }
  assert.equal((await digestJobsOf(member)).length, 1)
  await aQuarterOfAnHourLater()
  const [digest, ...others] = await letters()
  assert.deepEqual(others, [])
  assert.match(digest?.text ?? '', /now due on March 3, 2027/)
  assert.doesNotMatch(digest?.text ?? '', /March [12]/)
})

test('of a discussion the first comment is mailed at once and the newest five minutes later', async () => {
  const { member, owner, manager, assign, letters } = await aTeamWith('each')
  const id = await assign('Discuss')
  await workOffQueue(deps)
  const before = (await letters()).length
  const comment = (user: User, text: string) => done200(user, 'POST', `/task/${id}/comment`, { text })
  await comment(owner, 'One')
  await workOffQueue(deps)
  await comment(manager, 'Two')
  await comment(owner, 'Three')
  await workOffQueue(deps)
  const texts = async () => (await letters()).slice(before).map(({ text }) => text)
  assert.deepEqual(
    (await texts()).map(text => text.match(/One|Two|Three/)?.[0]),
    ['One'],
  )
  await aQuarterOfAnHourLater()
  assert.deepEqual((await texts()).map(text => text.match(/One|Two|Three/)?.[0]).sort(), ['One', 'Three'])
  assert.deepEqual(await unmailedOf(member), [])
})

test('a digest waits for a quarter of an hour by the clock of the service', async () => {
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

test('whoever wishes none gets none, nor later what came then', async () => {
  const { member, assign, letters } = await aTeamWith('none')
  await assign('Unmailed')
  assert.deepEqual(await digestJobsOf(member), [])
  await done200(member, 'PUT', '/notification/preferences', { mail: 'digest' })
  await assign('Mailed')
  await done200(member, 'PUT', '/notification/preferences', { mail: 'none' })
  await aQuarterOfAnHourLater()
  assert.deepEqual(await letters(), [], 'changed their mind in time')
  await done200(member, 'PUT', '/notification/preferences', { mail: 'digest' })
  await assign('Wanted')
  await aQuarterOfAnHourLater()
  const [letter, ...others] = await letters()
  assert.deepEqual(others, [])
  assert.match(letter?.text ?? '', /Wanted/)
  assert.doesNotMatch(letter?.text ?? '', /nmailed|Mailed/)
})

test('whoever has left the project or is archived gets no letter about it', async () => {
  const left = await aTeamWith('digest')
  await left.assign('Secret plan')
  await done200(left.owner, 'DELETE', `/project/${left.project.id}/member/${left.member.id}`)
  const gone = await aTeamWith('each')
  await gone.assign('Secret plan')
  await sql`update users set archived_at = now() where id = ${gone.member.id}`.execute(deps.db)
  await aQuarterOfAnHourLater()
  assert.deepEqual(await gone.letters(), [])
  const [letter, ...others] = await left.letters()
  assert.deepEqual(others, [])
  assert.match(letter?.text ?? '', /Sam Sample removed you from the project “Website”/)
  assert.ok(!letter?.text.includes('Secret'))
})

test('the invited get the letter of the invitation and no second one', async () => {
  const { owner, stranger, project } = await aTeamWith('digest')
  await done200(stranger, 'PUT', '/notification/preferences', { mail: 'each' })
  await done200(owner, 'POST', `/project/${project.id}/invite`, { email: stranger.email, role: 'member' })
  await aQuarterOfAnHourLater()
  const letters = await mail.lettersTo(stranger.email)
  assert.equal(letters.length, 1)
  assert.match(letters[0]?.text ?? '', /invitation#token=/)
})

test('a change that is rolled back sends nothing', async () => {
  const { member, owner, toDo } = await aTeamWith('each')
  const created = await owner.call('POST', '/task', {
    title: 'Never',
    columnId: toDo,
    assigneeId: member.id,
    priorityId: 99,
  })
  assert.notEqual(created.statusCode, 200)
  await workOffQueue(deps)
  assert.deepEqual(await mail.lettersTo(member.email), [])
})

test('a letter that cannot be sent is tried again and then comes once', async () => {
  const { member, assign, letters } = await aTeamWith('each')
  await assign('Patience')
  const { MAIL_URL } = deps.settings
  deps.settings.MAIL_URL = 'file:/dev/null/nowhere'
  const worker = await startWorker(deps)
  await waitUntil(async () => (await waitingJobs(deps)).some(({ lastError }) => lastError !== null))
  await worker.stop()
  deps.settings.MAIL_URL = MAIL_URL
  assert.equal((await unmailedOf(member)).length, 1)
  await aQuarterOfAnHourLater()
  assert.equal((await letters()).length, 1)
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
  return { newcomer, assign, letters: () => mail.lettersTo(newcomer.email) }
}

test('nothing is mailed to an address that is not confirmed, and once it is, only what comes then', async () => {
  const { newcomer, assign, letters } = await aTeamWithNewcomer()
  await assign('Visit http://elsewhere.example')
  await aQuarterOfAnHourLater()
  assert.deepEqual(await letters(), [])
  assert.deepEqual(await unmailedOf(newcomer), [])
  await confirmEmail(services, newcomer.passportId)
  await assign('Real work')
  await workOffQueue(deps)
  const [letter, ...others] = await letters()
  assert.deepEqual(others, [])
  assert.match(letter?.text ?? '', /Real work/)
})

test('an email waits as long as the identity service cannot say whether its address is confirmed', async () => {
  const { newcomer, assign, letters } = await aTeamWithNewcomer()
  await aQuarterOfAnHourLater()
  await confirmEmail(services, newcomer.passportId)
  await assign('Patience')
  services.door.becomes('broken')
  const worker = await startWorker(deps)
  try {
    await waitUntil(async () => (await waitingJobs(deps)).some(({ lastError }) => lastError !== null))
  } finally {
    await worker.stop()
    services.door.becomes('open')
  }
  assert.equal((await unmailedOf(newcomer)).length, 1)
  await aQuarterOfAnHourLater()
  assert.match((await letters())[0]?.text ?? '', /Patience/)
})
