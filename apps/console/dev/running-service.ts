import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { Installation } from '../src/installation.ts'
import { type ServiceProcess, startService } from '../src/service-process.ts'

export interface RunningService {
  /** Resolves once the current process answers; rejects if it failed to start. */
  ready: () => Promise<unknown>
  restart: () => void
  stop: () => Promise<void>
}

/** Runs a service and starts it again on request. A process that fails to start is reported, and the next change tries again. */
export function keepServiceRunning(name: 'identity' | 'tasks', installation: Installation): RunningService {
  let current = start()

  function start() {
    const starting = startService(name, installation, output => printLog(name, output))
    starting.catch((error: Error) => print(name, error.message))
    return starting
  }

  function restart() {
    print(name, 'restarting…')
    current = current.then(stop, () => {}).then(start)
  }

  return {
    ready: () => current,
    restart,
    stop: () => current.then(stop, () => {}),
  }
}

async function stop(service: ServiceProcess) {
  await service.stop()
}

interface LogLine {
  level: string | number
  msg?: string
  method?: string
  path?: string
  status?: number
  ms?: number
  err?: { stack?: string }
}

/** Prints what the service logs, one short line each. */
function printLog(name: string, output: Readable) {
  createInterface({ input: output }).on('line', line => print(name, describe(line)))
}

function describe(line: string) {
  try {
    const { method, path, status, ms, msg, err } = JSON.parse(line) as LogLine
    if (status) return `${method} ${path} ${status} ${ms} ms`
    return [msg, err?.stack].filter(Boolean).join('\n')
  } catch {
    return line // printed by a library, past the logger
  }
}

function print(name: string, text: string) {
  for (const line of text.split('\n')) console.log(`${name.padEnd(8)} │ ${line}`)
}
