import { format } from 'node:util'
import type { Logger } from 'pino'

const levels = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  trace: 'warn',
  error: 'error',
} as const

/**
 * Turns what libraries and Node print, and an error that nothing caught, into lines of the log, which is JSON throughout.
 * graphile-worker, for one, prints to the console while the database is unavailable.
 */
export function logConsole(log: Logger) {
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, Logger['level']][]) {
    console[method] = (...printed: unknown[]) => {
      const err = printed.find(part => part instanceof Error)
      const message =
        printed.length === 1 && err ? err.message : format(...printed.filter(part => part !== err))
      log[level as 'info']({ printed: true, err }, message)
    }
  }
  process.removeAllListeners('warning') // the one that prints them
  process.on('warning', warning => log.warn({ printed: true, err: warning }, warning.message))
  if (!log.isLevelEnabled('fatal')) return
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'the service crashed')
    process.exit(1)
  })
}
