import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProxy } from '@atrium/testing/sample-proxies'
import { waitUntil } from '@atrium/testing/wait-until'
import { type Account, settle } from '../../../chaos/accounting.ts'
import { currentRelease, type Service, startCluster } from '../../../chaos/cluster.ts'
import { findPreviousRelease, installRelease } from '../../../chaos/previous-release.ts'
import { activities } from '../../../office/activities/activities.ts'
import { startDay } from '../../../office/day.ts'
import { followProjects } from '../../../office/followers.ts'
import { openOffice } from '../../../office/office.ts'

const services: Service[] = ['identity', 'tasks']
const previous = findPreviousRelease()
const skip = whyNot()
if (skip) process.stdout.write(`The upgrade from the previous release is not tested: ${skip}.\n`)

const steps = [
  'open a task',
  'read notifications',
  'create a task',
  'move a task',
  'edit a task',
  'comment',
  'throw a draft away',
  'sign in',
  'refresh tokens',
]

function whyNot() {
  if ('missing' in previous) return previous.missing
  return findProxy('nginx') ? undefined : 'nginx is not installed'
}

test('an upgrade from the previous release fails no request and can be taken back', { skip }, async t => {
  assert.ok('commit' in previous)
  const release = installRelease(previous.commit)
  const cluster = await startCluster({ proxy: 'nginx', release })
  const office = await openOffice(cluster.premises, { hasLimits: false })
  const followers = await followProjects(office)
  // What 0.2.0 does without faults of its own: its tasks deadlock without keys and in limited columns.
  const people = office.people.filter(({ clientKind }) => clientKind !== 'script')
  const only = activities.filter(({ name }) => steps.includes(name))
  const day = startDay(office, { people, only, pauseMs: 100 })
  after(async () => {
    await day.stop()
    await Promise.all(followers.map(follower => follower.stop()))
    await cluster.stop()
  })

  /** Until every kind of activity has been done again. */
  async function work() {
    const before = office.attempts.length
    await waitUntil(() => {
      const done = new Set(office.attempts.slice(before).map(({ kind }) => kind))
      return only.every(({ name }) => done.has(name))
    })
  }

  async function replace(number: number, by: string) {
    for (const service of services) {
      await cluster.instances[service][number]?.stop('SIGTERM')
      await cluster.restart(service, number, by)
      await sleep(2000) // for the proxy to notice: docs/operations.md
    }
    await work()
  }

  await work()
  const { identity, tasks } = JSON.parse(cluster.upgrade())
  t.diagnostic(`ran under load: ${[...identity, ...tasks].join(', ') || 'nothing'}`)
  await work()
  await replace(0, release) // as after a crash: it has to start on the migrated databases
  await replace(1, currentRelease)
  await replace(0, currentRelease)
  await replace(1, release)

  await day.stop()
  const account = await settle(office, followers, performance.now())
  t.diagnostic(`${account.requests} requests, ${account.writes} changes`)
  assert.deepEqual(account.failures, {})
  const faults: Partial<Account> = {
    writesLost: 0,
    writesDoubled: 0,
    staleReads: 0,
    notificationsLost: 0,
    notificationsDoubled: 0,
    wrong: 0,
  }
  assert.partialDeepStrictEqual(account, faults)
})
