import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('sample-service.ts', import.meta.url))

/** Starts the sample service; `readOutput` returns what it wrote until it ended. */
export function startSampleService(environment: Record<string, string> = {}) {
  const child = fork(main, { env: { ...process.env, ...environment }, silent: true })
  after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const readOutput = async () => {
    const streams = [child.stdout, child.stderr].map(stream => stream && text(stream))
    const [stdout = '', stderr = ''] = await Promise.all(streams)
    return { stdout: stdout ?? '', stderr: stderr ?? '' }
  }
  return { child, ended, readOutput }
}

export async function startReadyService(environment: Record<string, string> = {}) {
  const service = startSampleService(environment)
  const messages: unknown[] = []
  for await (const [message] of on(service.child, 'message', { close: ['exit'] })) {
    if (messages.push(message) === 2) break
  }
  if (messages.length < 2) throw new Error('The service did not start')
  const [ready, port] = messages
  return { ...service, ready, port: Number(port), origin: `http://127.0.0.1:${port}` }
}
