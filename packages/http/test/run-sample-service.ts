import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('sample-service.ts', import.meta.url))

/** Starts the sample service; `said` resolves with what it wrote once it has ended. */
export function startSampleService(environment: Record<string, string> = {}) {
  const child = fork(main, { env: { ...process.env, ...environment }, silent: true })
  after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const messages = child.stdout && child.stderr ? [text(child.stdout), text(child.stderr)] : []
  const said = Promise.all(messages).then(([stdout = '', stderr = '']) => ({ stdout, stderr }))
  return { child, ended, said }
}

export async function aRunningService() {
  const service = startSampleService()
  const [ready] = await once(service.child, 'message')
  const [port] = await once(service.child, 'message')
  return { ...service, ready, port: port as number, origin: `http://127.0.0.1:${port}` }
}
