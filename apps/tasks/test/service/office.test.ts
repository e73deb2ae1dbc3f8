import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '@atrium/testing/workers'
import { isFailure } from '../../../../office/attempts.ts'
import { startDay } from '../../../../office/day.ts'
import { followProjects } from '../../../../office/followers.ts'
import { countDeadlocks, inspectOffice } from '../../../../office/inspection.ts'
import { openOffice } from '../../../../office/office.ts'
import { startBothServices } from '../both-services.ts'

const ACTIVITIES = Number(process.env.OFFICE_ACTIVITIES ?? 500)
/** `npm run test:long` works by the clock. */
const MINUTES = Number(process.env.OFFICE_MINUTES ?? 0)
const SEED = Number(process.env.OFFICE_SEED ?? 1)

test('on a day at the office nothing fails, and nothing is lost, doubled or stale', async t => {
  const services = await startBothServices({ RATE_LIMIT: 'off' })
  const { environment, app, identity } = services
  await app.close() // two workers take its place
  const main = new URL('../../src/main.ts', import.meta.url)
  const port = Number(new URL(environment.TASKS_URL).port)
  const workers = await startService(main, { ...environment, WORKERS: '2' }, port)
  const premises = {
    identityUrl: environment.IDENTITY_URL,
    tasksUrl: environment.TASKS_URL,
    identityDatabaseUrl: environment.IDENTITY_DATABASE_URL,
    tasksDatabaseUrl: environment.TASKS_DATABASE_URL,
    client: { id: environment.TASKS_CLIENT_ID, secret: environment.TASKS_CLIENT_SECRET },
  }
  const office = await openOffice(premises)
  const followers = await followProjects(office)
  const day = startDay(office, { activities: MINUTES ? Infinity : ACTIVITIES, seed: SEED })
  if (MINUTES) await sleep(MINUTES * 60_000).then(day.stop)
  await day.done
  const inspection = await inspectOffice(office, followers)
  await Promise.all(followers.map(follower => follower.stop()))
  workers.stop()
  await workers.ended
  await identity.close()

  const { attempts, ledger, surprises } = office
  t.diagnostic(`${attempts.length} requests, ${ledger.changes()} changes`)
  assert.deepEqual(surprises, [])
  assert.deepEqual(attempts.filter(isFailure), [])
  assert.deepEqual(ledger.staleReads, [])
  assert.deepEqual(inspection, {
    lost: [],
    doubled: [],
    unseen: [],
    notificationsLost: [],
    notificationsDoubled: [],
    inconsistent: [],
  })
  assert.equal(await countDeadlocks(premises), 0)
})
