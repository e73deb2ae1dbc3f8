import type { App } from './create-app.ts'
import { StartRefused } from './errors.ts'

const PATIENCE_MS = 20_000
const PATIENCE_OF_ORPHAN_MS = 2000

interface Listening {
  host: string
  port: number
  /** How long `/readyz` refuses before the port closes. */
  drainSeconds: number
}

/** Listens until it is asked to stop, lets proxies notice, then finishes the requests in flight. */
export async function serve(app: App, { host, port, drainSeconds }: Listening) {
  await app.listen({ host, port }).catch(error => {
    throw new StartRefused(reasonNotToListen(error, host, port))
  })
  const drain = () => {
    app.lifecycle.isDraining = true
    setTimeout(() => stop(app, PATIENCE_MS), drainSeconds * 1000)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, drain)
  onNpmKilled(drain)
  process.off('disconnect', leave).once('disconnect', () => stop(app, PATIENCE_OF_ORPHAN_MS))
  process.send?.('ready')
}

/** Runs a service's `main`: a refusal to start is one sentence, and the death of whoever started us ends us too. */
export async function runMain(main: () => Promise<void>) {
  if (process.send && !process.connected) leave()
  process.once('disconnect', leave)
  try {
    await main()
  } catch (error) {
    const text = error instanceof StartRefused ? error.message : (error as Error).stack
    process.stderr.write(`${text}\n`)
    process.exit(1)
  }
}

/** npm passes SIGTERM on and waits for us; killed, it cannot. Our scripts `exec`, so npm is our parent and no shell is. */
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

function leave() {
  process.exit(1)
}

function stop(app: App, patienceMs: number) {
  setTimeout(() => process.exit(1), patienceMs).unref()
  // Closing drops the connections that are idle now; the others are idle when their request is finished.
  setInterval(() => app.server.closeIdleConnections(), 100).unref()
  app.close().then(() => process.exit(0))
}

function reasonNotToListen(error: NodeJS.ErrnoException, host: string, port: number) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use; stop what uses it or choose another port.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this user; choose one above 1023.`
  return `Cannot listen on ${host}:${port}: ${error.message}`
}
