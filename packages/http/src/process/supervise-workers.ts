import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { onHangUp, onNpmKilled, onOrphaned } from './serve.ts'
import type { WorkerMessage } from './worker-channel.ts'

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** The supervisor's copy. Closing it does not affect the worker, and closing it twice has no effect. */
interface Connection {
  close: () => void
}

/** One of the service's workers: a process that is replaced by another one when it ends, and on SIGHUP. */
interface WorkerSlot {
  number: number
  worker: Worker
  /** The latest connections that the worker got. */
  passed: Connection[]
  /** When the worker became ready. */
  since: number
  /** Workers in a row that did not last. */
  failures: number
  /** Actions on a worker slot run one at a time. */
  turn: Promise<void>
}

const FIRST_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** A worker that has run for so long did not fail because of how it was started. */
const LASTING_MS = 60_000
const ORPHAN_TIMEOUT_MS = 2000
const MAX_ADDRESSES = 4

/**
 * Runs this program `count` times on one port, each as an instance of the service. Connections are accepted here and go
 * to the workers in turn; one that a leaving worker no longer takes goes to the next. Only the primary process of the
 * cluster calls it.
 */
export async function superviseWorkers(count: number, log: Log) {
  cluster.schedulingPolicy = cluster.SCHED_RR // otherwise one worker gets most of a burst
  // The first one migrates the database. If it refuses to start, it has said why, and the others would say it again.
  const slots = [await startSlot(1, count).catch(refuseToStart)]
  let isStopping = false
  let exitCode = 0

  cluster.on('exit', (worker, code, signal) => {
    if (isStopping) {
      if (code !== 0 && signal !== 'SIGTERM') exitCode = 1 // one that was still starting ends by the signal
      return exitWhenAlone(exitCode)
    }
    const slot = slots.find(slot => slot.worker === worker)
    if (!slot) return // it was replaced, or has not been ready
    log.error({ worker: slot.number, code, signal }, 'a worker ended unexpectedly')
    for (const connection of slot.passed) connection.close()
    void takeTurn(slot, replaceLost)
  })

  async function replaceLost(slot: WorkerSlot) {
    slot.failures = Date.now() - slot.since > LASTING_MS ? 0 : slot.failures + 1
    while (slot.worker.isDead() && !isStopping) {
      await sleep(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (slot.failures - 1)))
      if (isStopping) return
      try {
        Object.assign(slot, await startWorker(slot.number, count))
        log.info({ worker: slot.number }, 'a worker was replaced')
      } catch (error) {
        slot.failures += 1
        log.error({ worker: slot.number, err: error }, 'a worker could not be started')
      }
    }
  }

  /** The old worker leaves when the new one answers. */
  async function renew(slot: WorkerSlot) {
    if (isStopping) return
    const old = slot.worker
    Object.assign(slot, await startWorker(slot.number, count))
    if (old.isDead()) return
    const ended = once(old, 'exit')
    old.send('leave', () => {})
    await ended
  }

  async function renewAll() {
    try {
      for (const slot of slots) await takeTurn(slot, renew)
      if (!isStopping) log.info('all workers were replaced')
    } catch (error) {
      if (!isStopping) log.error({ err: error }, 'the rolling restart was abandoned; the other workers stay')
    }
  }

  function stop() {
    if (isStopping) return
    isStopping = true
    for (const worker of runningWorkers()) worker.process.kill('SIGTERM')
    exitWhenAlone(exitCode)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  let restart = startOthers()
  onHangUp(() => {
    restart = restart.then(renewAll)
  }, stop)
  onNpmKilled(stop)
  onOrphaned(() => {
    setTimeout(() => process.exit(1), ORPHAN_TIMEOUT_MS).unref()
    stop()
  })

  async function startOthers() {
    const others = Array.from({ length: count - 1 }, (_, index) => startSlot(index + 2, count))
    slots.push(...(await Promise.all(others).catch(() => (isStopping ? [] : refuseToStart()))))
    if (isStopping) return
    for (const slot of slots) if (slot.worker.isDead()) void takeTurn(slot, replaceLost)
    process.send?.('ready')
  }
  await restart
}

async function startSlot(number: number, count: number): Promise<WorkerSlot> {
  const started = await startWorker(number, count)
  return { number, ...started, failures: 0, turn: Promise.resolve() }
}

function takeTurn(slot: WorkerSlot, action: (slot: WorkerSlot) => Promise<void>) {
  const outcome = slot.turn.then(() => action(slot))
  slot.turn = outcome.catch(() => {})
  return outcome
}

/** Resolves when the worker is ready to take connections. */
function startWorker(number: number, count: number) {
  const worker = cluster.fork({ ATRIUM_WORKER: String(number), ATRIUM_WORKERS: String(count) })
  const passed = recordPassed(worker)
  return new Promise<Pick<WorkerSlot, 'worker' | 'passed' | 'since'>>((resolve, reject) => {
    worker.on('message', message => {
      if (message === 'ready') resolve({ worker, passed, since: Date.now() })
      else if (message === 'port closed') worker.send('no more connections', () => {})
      else if (typeof message?.topic === 'string') passOn(message)
    })
    worker.once('exit', (code, signal) => reject(new Error(`It ended with ${signal ?? code}.`)))
    worker.on('error', reject)
  })
}

/**
 * Node does not close a connection that it passed to a worker which died before taking it, and its client would wait for
 * ever. There is one at most for each address that the service listens on.
 */
function recordPassed(worker: Worker) {
  const passed: Connection[] = []
  const send = worker.process.send.bind(worker.process) as (...args: unknown[]) => boolean
  worker.process.send = (...args: unknown[]) => {
    const isConnection = typeof args[1] === 'object' && args[1] !== null
    if (isConnection && passed.push(args[1] as Connection) > MAX_ADDRESSES) passed.shift()
    return send(...args)
  }
  return passed
}

function passOn(message: WorkerMessage) {
  const { sender, recipient } = message
  for (const worker of runningWorkers()) {
    const isMeant = recipient ? worker.id === recipient : worker.id !== sender
    if (isMeant) worker.send(message, () => {})
  }
}

function runningWorkers() {
  return Object.values(cluster.workers ?? {}).filter(
    worker => worker !== undefined && !worker.isDead(),
  ) as Worker[]
}

function exitWhenAlone(code: number) {
  if (runningWorkers().length === 0) process.exit(code)
}

function refuseToStart(): never {
  process.exit(1)
}
