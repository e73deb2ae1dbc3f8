import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addJob } from '@atrium/jobs/jobs'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { startBothServices } from '../both-services.ts'
import { createUser } from '../team.ts'

const services = await startBothServices()
const user = await createUser(services)
const collector = await startCollector()
const identityPort = await freePort()
const tasksPort = await freePort()
await startService('identity', { IDENTITY_PORT: String(identityPort) })
const tasks = await startService('tasks', {
  TASKS_PORT: String(tasksPort),
  IDENTITY_INTERNAL_URL: `http://127.0.0.1:${identityPort}`,
})

interface Exported {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  service: string
  attributes: { key: string; value: object }[]
  body?: { stringValue: string }
}

test('a request is one trace through both services and their databases, with its log lines', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const response = await fetch(`http://127.0.0.1:${tasksPort}/users/me?password=in-the-query`, {
    headers: { authorization: `Bearer ${user.token}`, traceparent: `00-${traceId}-${parent}-01` },
  })
  assert.equal(response.status, 200)
  const spans = () => collector.spans().filter(span => span.traceId === traceId)
  const find = (name: string, service: string) =>
    spans().find(span => span.name === name && span.service === service)
  await waitUntil(
    () =>
      find('GET /users/me', 'atrium-tasks') !== undefined &&
      find('POST /token/introspect', 'atrium-identity') !== undefined,
  )

  const request = find('GET /users/me', 'atrium-tasks')
  assert.equal(request?.parentSpanId, parent)
  const outgoing = spans().find(span => span.service === 'atrium-tasks' && span.name === 'POST')
  assert.equal(outgoing?.parentSpanId, request?.spanId)
  assert.equal(find('POST /token/introspect', 'atrium-identity')?.parentSpanId, outgoing?.spanId)
  const isStatement = ({ attributes }: Exported) => attributes.some(({ key }) => key === 'db.system.name')
  await waitUntil(() => spans().some(span => span.parentSpanId === request?.spanId && isStatement(span)))

  const lines = () => collector.logs().filter(line => line.traceId === traceId)
  await waitUntil(() => lines().some(({ service }) => service === 'atrium-tasks'))
  assert.ok(lines().every(({ body }) => body?.stringValue === 'request'))
  await waitUntil(() => tasks.output().includes(`"trace_id":"${traceId}"`))
})

test('a background job is a trace of its own', async () => {
  await addJob(services.deps.db, 'mail.invitation', { invitationId: 0, language: 'en' })
  await waitUntil(() => collector.spans().some(({ name }) => name === 'job mail.invitation'))
  const job = collector.spans().find(({ name }) => name === 'job mail.invitation')
  assert.equal(job?.parentSpanId, undefined)
  await waitUntil(() => collector.spans().some(({ parentSpanId }) => parentSpanId === job?.spanId))
})

test('no secret is exported, and every export has the configured headers', () => {
  const { TASKS_CLIENT_SECRET, OAUTH2_CLIENT_SECRET, OAUTH2_ENCRYPTION_KEY } = services.environment
  const exported = collector.bodies.join('\n')
  assert.ok(exported.length > 1000)
  const secrets = [user.token, user.password, 'in-the-query', TASKS_CLIENT_SECRET, OAUTH2_CLIENT_SECRET]
  for (const secret of [...secrets, OAUTH2_ENCRYPTION_KEY]) assert.ok(!exported.includes(secret), secret)
  assert.deepEqual([...collector.keys], ['a key'])
})

async function startService(name: 'identity' | 'tasks', settings: Record<string, string>) {
  const main = fileURLToPath(new URL(`../../../${name}/src/main.ts`, import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH ?? '',
      ...services.environment,
      WORKERS: '1',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  after(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout?.on('data', chunk => {
    output += chunk
  })
  const ended = once(child, 'exit').then(() => assert.fail('The service did not start'))
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  return { output: () => output }
}

/** Keeps what it is sent, as an OpenTelemetry collector would pass it on. */
async function startCollector() {
  const bodies: string[] = []
  const keys = new Set<unknown>()
  const spans: Exported[] = []
  const logs: Exported[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies.push(body)
    keys.add(request.headers['x-key'])
    const { resourceSpans = [], resourceLogs = [] } = JSON.parse(body)
    for (const { resource, scopeSpans, scopeLogs } of [...resourceSpans, ...resourceLogs]) {
      const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value
        .stringValue
      spans.push(...(scopeSpans?.[0].spans ?? []).map((span: object) => ({ ...span, service })))
      logs.push(...(scopeLogs?.[0].logRecords ?? []).map((line: object) => ({ ...line, service })))
    }
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, keys, spans: () => spans, logs: () => logs }
}
