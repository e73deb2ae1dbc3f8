import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProxy } from '@atrium/testing/sample-proxies'
import { waitUntil } from '@atrium/testing/wait-until'
import { settle } from '../../../chaos/accounting.ts'
import { currentRelease, type Service, startCluster } from '../../../chaos/cluster.ts'
import { followNotifications } from '../../../chaos/follower.ts'
import { createSetting } from '../../../chaos/people.ts'
import { findPreviousRelease, installRelease } from '../../../chaos/previous-release.ts'
import { runSmokeTest } from '../../../chaos/smoke.ts'
import { startWriters } from '../../../chaos/writers.ts'

const services: Service[] = ['identity', 'tasks']
const previous = findPreviousRelease()
const skip = whyNot()
if (skip) process.stdout.write(`The upgrade from the previous release is not tested: ${skip}.\n`)

function whyNot() {
  if ('missing' in previous) return previous.missing
  return findProxy('nginx') ? undefined : 'nginx is not installed'
}

test('an upgrade from the previous release fails no request and can be taken back', { skip }, async t => {
  assert.ok('commit' in previous)
  const release = installRelease(previous.commit)
  const cluster = await startCluster({ proxy: 'nginx', release })
  const setting = await createSetting(cluster)
  const follower = followNotifications(cluster, setting.reader)
  const writers = startWriters(cluster, setting)
  after(async () => {
    await writers.stop()
    await follower.stop()
    await cluster.stop()
  })

  /** Enough for each instance to see every kind of request. */
  async function work() {
    const before = writers.attempts.length
    await waitUntil(() => writers.attempts.length > before + 100)
    await runSmokeTest(cluster, setting)
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

  await writers.stop()
  const account = await settle(cluster, setting, writers, follower, performance.now())
  t.diagnostic(`${account.requests} requests, ${account.writes} changes`)
  assert.deepEqual(account.failures, {})
  const { writesLost, writesDoubled, staleReads, notificationsLost, notificationsDoubled } = account
  assert.deepEqual(
    { writesLost, writesDoubled, staleReads, notificationsLost, notificationsDoubled },
    { writesLost: 0, writesDoubled: 0, staleReads: 0, notificationsLost: 0, notificationsDoubled: 0 },
  )
})
