import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { freePort } from './free-port.ts'

/** `npm run test:long` also runs tests against instances with several processes. */
export const WORKERS = Number(process.env.TEST_WORKERS ?? 1)

type Environment = Record<string, string>

/** With TEST_WORKERS, the requests of a test go to the real service instead of this app. */
export async function useWorkers(app: FastifyInstance, main: URL, environment: Environment) {
  if (WORKERS < 2) return
  const { url } = await startService(main, { ...environment, WORKERS: String(WORKERS) })
  const inject = (options: InjectOptions | string) =>
    send(url, typeof options === 'string' ? { url: options } : options)
  Object.assign(app, { inject, listen: async () => url })
}

/** Starts a service from its source; it is killed at the end of the test file. */
export async function startService(main: URL, environment: Environment, ownPort?: number) {
  const port = String(ownPort ?? (await freePort()))
  const child = spawn(process.execPath, [fileURLToPath(main)], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      ...environment,
      DRAIN_SECONDS: '0',
      IDENTITY_PORT: port,
      TASKS_PORT: port,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await Promise.race([once(child, 'message'), ended.then(() => assert.fail('The service did not start'))])
  const kill = (signal: NodeJS.Signals) => child.kill(signal)
  return { url: `http://127.0.0.1:${port}`, ended, kill, stop: () => kill('SIGTERM') }
}

/** Answers as `inject` does. On a connection of its own: these go to the workers in turn. */
async function send(base: string, { method = 'GET', url, payload, headers, cookies = {} }: InjectOptions) {
  const isObject = typeof payload === 'object' && !Buffer.isBuffer(payload)
  const sent = request(new URL(String(url), base), {
    method,
    agent: false,
    headers: {
      ...(isObject && { 'content-type': 'application/json' }),
      ...(Object.keys(cookies).length > 0 && { cookie: cookieHeader(cookies as Record<string, string>) }),
      ...(headers as Record<string, string>),
    },
  })
  sent.end(isObject ? JSON.stringify(payload) : payload)
  const [response] = await once(sent, 'response')
  const rawPayload = await buffer(response)
  const body = rawPayload.toString()
  return {
    statusCode: response.statusCode,
    headers: response.headers,
    cookies: (response.headers['set-cookie'] ?? []).map(readCookie),
    rawPayload,
    payload: body,
    body,
    json: () => JSON.parse(body),
  }
}

function cookieHeader(cookies: Record<string, string>) {
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

function readCookie(header: string) {
  const [, name = '', value = ''] = header.match(/^([^=]+)=([^;]*)/) ?? []
  return { name, value: decodeURIComponent(value) }
}
