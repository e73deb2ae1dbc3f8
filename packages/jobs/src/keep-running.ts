import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Runner } from 'graphile-worker'

const RESTART_MS = 1000
/** In a row, of all workers. */
const MAX_FAILED_POLLS = 8

/**
 * Replaces a runner that ended or is stuck. graphile-worker ends when it cannot record how a job went, and if its first
 * poll fails, it keeps failing even when the database is back.
 */
export async function keepRunning(start: () => Promise<Runner>, log: FastifyBaseLogger) {
  const stopping = new AbortController()
  let runner = await start()

  async function replaceWhenEnded() {
    while (!stopping.signal.aborted) {
      await untilEnded(runner)
      await sleep(RESTART_MS, undefined, { signal: stopping.signal })
      runner = await start()
      log.info({ job: true }, 'a new job runner took over')
    }
  }

  async function supervise() {
    while (!stopping.signal.aborted) {
      await replaceWhenEnded().catch(error => {
        if (!stopping.signal.aborted)
          log.error({ err: error, job: true }, 'the job runner could not be started')
      })
    }
  }

  const supervised = supervise()
  return {
    stop: async () => {
      stopping.abort()
      await runner.stop().catch(() => {}) // it may have ended already
      await supervised
    },
  }
}

async function untilEnded(runner: Runner) {
  let failures = 0
  runner.events.on('worker:getJob:error', () => {
    failures += 1
    if (failures === MAX_FAILED_POLLS) runner.stop().catch(() => {})
  })
  for (const event of ['worker:getJob:empty', 'job:start'] as const) {
    runner.events.on(event, () => {
      failures = 0
    })
  }
  await runner.promise.catch(() => {}) // it has logged why
}
