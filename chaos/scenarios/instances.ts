import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyName } from '@atrium/testing/sample-proxies'
import type { Cluster, Service } from '../cluster.ts'
import type { Scenario } from '../scenario.ts'

/** systemd starts a service again after this time (`RestartSec` in deploy/). */
const RESTART_PAUSE_MS = 5000

const services: Service[] = ['identity', 'tasks']

export const instanceScenarios: Record<string, Scenario> = {
  'rolling-restart': rollingRestart('nginx'),
  'rolling-restart-caddy': rollingRestart('caddy'),
  'kill-service': {
    title: 'kill -9 of a service',
    about:
      'One instance of each service is killed, one after the other, and started again after five seconds.',
    prepare: () => ({
      async harm(cluster) {
        for (const service of services) {
          await cluster.instances[service][0].stop('SIGKILL')
          await sleep(RESTART_PAUSE_MS)
          await cluster.restart(service, 0)
        }
        return performance.now()
      },
    }),
  },
  'identity-away': {
    title: 'Identity away for 60 s',
    about:
      'Both instances of the identity service are stopped and come back after a minute. Until then the task service refuses changes with 503, and reading goes on.',
    prepare: () => ({
      async harm(cluster) {
        await Promise.all(cluster.instances.identity.map(instance => instance.stop('SIGKILL')))
        await sleep(60_000)
        await Promise.all([cluster.restart('identity', 0), cluster.restart('identity', 1)])
        return performance.now()
      },
    }),
  },
}

function rollingRestart(proxy: ProxyName): Scenario {
  return {
    title: `Rolling restart behind ${proxy === 'caddy' ? 'Caddy' : proxy}`,
    about: 'Every instance gets SIGTERM and is started again, one after the other.',
    proxy,
    prepare: () => ({
      async harm(cluster) {
        for (const service of services)
          for (const number of [0, 1]) await restartGracefully(cluster, service, number)
        return performance.now()
      },
    }),
  }
}

/** Two seconds more, for Caddy to notice: docs/operations.md. */
async function restartGracefully(cluster: Cluster, service: Service, number: number) {
  await cluster.instances[service][number]?.stop('SIGTERM')
  await cluster.restart(service, number)
  await sleep(2000)
}
