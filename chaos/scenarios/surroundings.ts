import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRedis, startRedisServer } from '@atrium/testing/redis-server'
import type { Scenario } from '../scenario.ts'

const SLOW_CLIENTS = 300
const SLOW_MS = 30_000
const SKEW_SECONDS = 10
const SKEW_MS = 20_000
const REDIS_AWAY_MS = 5000

const faketime = ['x86_64', 'aarch64']
  .map(name => `/usr/lib/${name}-linux-gnu/faketime/libfaketime.so.1`)
  .find(path => existsSync(path))

export const surroundingScenarios: Record<string, Scenario> = {
  'restart-redis': {
    title: 'Redis restart',
    about: 'Redis, which carries events and limits, is killed and comes back empty after five seconds.',
    skip: () => (findRedis() ? undefined : 'redis-server is not installed'),
    async prepare() {
      const redis = await startRedisServer()
      if (!redis) throw new Error('redis-server is not installed')
      return {
        options: { settings: { EVENTS_URL: redis.url } },
        async harm() {
          await redis.kill()
          await sleep(REDIS_AWAY_MS)
          await redis.start()
          return performance.now()
        },
        clean: redis.kill,
      }
    },
  },
  'rotate-keys': {
    title: 'Key rotation under load',
    about: 'The signing key is replaced with the waiting period, then twice without it (`--now`).',
    prepare: () => ({
      async harm(cluster) {
        for (const words of [[], ['--now'], ['--now']]) {
          cluster.run('keys:rotate', ...words)
          await sleep(5000)
        }
        return performance.now()
      },
    }),
  },
  'slow-clients': {
    title: 'Slow clients',
    about: `${SLOW_CLIENTS} connections send one byte of a request each second, directly to the services.`,
    prepare: () => ({
      async harm(cluster) {
        const sockets = Object.values(cluster.ports).flatMap(ports =>
          ports.flatMap(port => Array.from({ length: SLOW_CLIENTS / 4 }, () => trickle(port))),
        )
        await sleep(SLOW_MS)
        for (const socket of sockets) socket.destroy()
        return performance.now()
      },
    }),
  },
  'clock-skew': {
    title: `Clocks ${2 * SKEW_SECONDS} s apart`,
    about: `The clocks of the first instances are ${SKEW_SECONDS} s ahead, those of the second ones as much behind.`,
    skip: () => (faketime ? undefined : 'libfaketime is not installed'),
    prepare: () => ({
      options: {
        settingsOf: (_, number) => ({
          LD_PRELOAD: faketime ?? '',
          FAKETIME: `${number === 0 ? '+' : '-'}${SKEW_SECONDS}s`,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        }),
      },
      async harm() {
        await sleep(SKEW_MS)
        return performance.now()
      },
    }),
  },
}

function trickle(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  const text = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Filler: ${'a'.repeat(1000)}`
  let sent = 0
  const timer = setInterval(() => socket.write(text.charAt(sent++ % text.length)), 1000)
  return socket.on('error', () => {}).once('close', () => clearInterval(timer))
}
