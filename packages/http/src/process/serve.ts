import cluster from 'node:cluster'
import { once } from 'node:events'
import { Server, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { StartRefused } from '@atrium/core/errors'
import type { FastifyInstance } from 'fastify'

export interface Lifecycle {
  /** `/readyz` refuses so that proxies stop sending; other requests are still handled. */
  isDraining: boolean
  /** Every reply closes its connection. */
  isPortClosed: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: Lifecycle
  }
}

const STOP_TIMEOUT_MS = 20_000
const ORPHAN_TIMEOUT_MS = 2000
/** Longer than the sample proxies keep an idle connection: they close it first, so none of their requests is lost. */
const MAX_IDLE_MS = 5000
const MIN_IDLE_MS = 100
const SHORT_TURN_MS = 0.1
/** For a service that is so busy that no turn is short. */
const MAX_TURNS = 5000
const IDLE_CHECK_MS = 1000
const SUPERVISOR_TIMEOUT_MS = 1000

interface Listening {
  host: string
  port: number
  /** How long `/readyz` answers 503 before the port closes. */
  drainSeconds: number
}

/**
 * Listens until a signal, lets proxies notice, then closes its port and finishes the requests in flight. No request of a
 * proxy is lost, because the proxy could not know whether to send it again.
 */
export async function serve(app: FastifyInstance, { host, port, drainSeconds }: Listening) {
  await app.listen({ host, port }).catch(error => {
    throw new StartRefused(reasonNotToListen(error, host, port))
  })
  const unused = trackUnusedConnections(app)
  let isLeaving = false
  const leavePort = async (idleMs: number) => {
    const closed = once(app.server, 'close') // when no connection is left
    await closePort(app)
    await untilNoneIsPassed()
    await Promise.race([closed, sleep(idleMs)])
    stop(app, unused, STOP_TIMEOUT_MS, idleMs)
  }
  const drain = async () => {
    if (isLeaving) return
    isLeaving = true
    app.lifecycle.isDraining = true
    await sleep(drainSeconds * 1000)
    await leavePort(drainSeconds > 0 ? MAX_IDLE_MS : MIN_IDLE_MS)
  }
  // A second signal ends the drain; to a worker it can be the same one again, from the terminal and its supervisor.
  const listen = cluster.isWorker ? 'on' : 'once'
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process[listen](signal, drain)
  if (cluster.isWorker) {
    process.on('SIGHUP', () => {}) // the supervisor acts on it
    process.on('message', message => {
      if (message !== 'leave' || isLeaving) return
      isLeaving = true
      // Other workers serve the port, so it stays ready: `/readyz` must not make a proxy avoid it.
      void leavePort(MAX_IDLE_MS)
    })
  } else {
    onHangUp(() => app.log.warn('SIGHUP was ignored: only WORKERS=2 or more can be restarted in turn'), drain)
  }
  onNpmKilled(drain)
  onOrphaned(() => stop(app, unused, ORPHAN_TIMEOUT_MS, MIN_IDLE_MS))
  process.send?.('ready')
  freeStartMemory(app)
}

/**
 * Starting leaves a heap that has grown as if under load: a third of the memory of an idle service. Only the collection that
 * V8 does before it would run out of memory gives it back. It stops the service for a moment, so it waits for an idle one.
 */
function freeStartMemory({ server }: FastifyInstance) {
  const waiting = setInterval(() => {
    server.getConnections((_error, count) => {
      if (count !== 0) return
      clearInterval(waiting)
      setFlagsFromString('--expose-gc')
      const collectGarbage = runInNewContext('gc') as (options: object) => void
      collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    })
  }, IDLE_CHECK_MS)
  waiting.unref()
}

/** Runs a service's `main`: a refusal to start is one sentence, and the service ends with its parent process. */
export async function runMain(main: () => Promise<void>) {
  if (process.send && !process.connected) leave()
  process.once('disconnect', leave)
  cluster.worker?.on('error', leave) // its supervisor is gone, which it noticed by sending
  try {
    await main()
  } catch (error) {
    const text = error instanceof StartRefused ? error.message : (error as Error).stack
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}

/** npm forwards SIGTERM, but cannot if it is killed. Our scripts `exec`, so npm is the parent process, not a shell. */
export function onNpmKilled(stop: () => void) {
  if (!process.env.npm_lifecycle_event || process.send) return
  const npm = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    stop()
  }, 500)
  watch.unref()
}

/** SIGHUP asks for a rolling restart, unless it means that the terminal was closed. */
export function onHangUp(restart: () => void, stop: () => void) {
  const hadTerminal = isatty(0)
  process.on('SIGHUP', () => (hadTerminal && !isatty(0) ? stop() : restart()))
}

/** The process that started this one is gone. Until this is called, that ends the process immediately. */
export function onOrphaned(stop: () => void) {
  process.off('disconnect', leave).once('disconnect', stop)
}

function leave() {
  process.exit(1)
}

/**
 * The connections without a first request. Browsers open them ahead of need, and Node.js counts them as busy: closing the
 * server would wait for them.
 */
function trackUnusedConnections({ server }: FastifyInstance) {
  const unused = new Set<Socket>()
  server.on('connection', socket => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  return unused
}

function stop(app: FastifyInstance, unused: Set<Socket>, timeoutMs: number, idleMs: number) {
  setTimeout(() => process.exit(1), timeoutMs).unref()
  for (const socket of unused) socket.destroy()
  // Closing drops the connections that are idle now; the others become idle when their request is finished.
  app.server.keepAliveTimeout = idleMs
  void app.close().then(() => process.exit(0))
}

/**
 * The kernel resets established connections that were not accepted yet, and their requests. Each turn of the event loop
 * accepts one, so the port closes after a turn without one that was too short to delay another.
 */
async function closePort({ server, lifecycle }: FastifyInstance) {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const before = { accepted, at: performance.now() }
    await nextTurn()
    if (accepted === before.accepted && performance.now() - before.at < SHORT_TURN_MS) break
  }
  // The HTTP server's own `close` would drop idle connections on which a request could be on its way. From now on every
  // reply closes its connection.
  lifecycle.isPortClosed = true
  Server.prototype.close.call(server)
}

/**
 * The supervisor of workers passes connections until it hears that the port is closed. One that arrives after that goes back
 * to it, for another worker; one that this process leaves unread when it ends would stay open without an answer.
 */
async function untilNoneIsPassed() {
  if (!cluster.isWorker || !process.connected) return
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  process.on('message', message => message === 'no more connections' && resolve())
  process.send?.('port closed', () => {})
  await Promise.race([heard, sleep(SUPERVISOR_TIMEOUT_MS, undefined, { ref: false })])
}

function reasonNotToListen(error: NodeJS.ErrnoException, host: string, port: number) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use; stop what uses it or choose another port.`
  if (error.code === 'EACCES')
    return `This user has no permission to use port ${port}; choose one above 1023.`
  return `Cannot listen on ${host}:${port}: ${error.message}`
}
