import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startReadyService } from './run-sample-service.ts'

const secrets = [
  'header-secret',
  'cookie-secret',
  'password-secret',
  'query-secret',
  'code-secret',
  'top-secret',
  'row-secret',
]
const sample = {
  method: 'POST',
  headers: {
    authorization: 'Bearer header-secret',
    cookie: 'access_token=cookie-secret',
    'content-type': 'application/json',
    'x-request-id': 'trace-0001',
  },
  body: JSON.stringify({ password: 'password-secret', code: 'code-secret' }),
}

test('secrets of a request never appear in the log', async () => {
  const lines = await linesAfter(async origin => {
    for (const path of ['/careless', '/slow', '/nowhere', '/%E0%A4%A']) {
      await fetch(`${origin}${path}?token=query-secret`, sample)
    }
  })
  const log = lines.join('\n')
  assert.match(log, /"msg":"careless"/)
  assert.match(log, /violates a constraint/)
  for (const secret of secrets) assert.doesNotMatch(log, new RegExp(secret))
})

test('a request is logged once with its id, method, path, status and IP address', async () => {
  const lines = await linesAfter(origin => fetch(`${origin}/nowhere?a=1`, sample))
  const [line, ...others] = lines.map(text => JSON.parse(text)).filter(({ msg }) => msg === 'request')
  assert.deepEqual(others, [])
  const { service, reqId, method, path, status, ip } = line
  assert.deepEqual(
    { service, reqId, method, path, status, ip },
    {
      service: 'sample',
      reqId: 'trace-0001',
      method: 'POST',
      path: '/nowhere',
      status: 404,
      ip: '127.0.0.1',
    },
  )
})

test('an unexpected error is logged with its stack and request id', async () => {
  const lines = await linesAfter(origin => fetch(`${origin}/careless`, sample))
  const failure = lines.map(text => JSON.parse(text)).find(({ msg }) => msg === 'request failed')
  assert.equal(failure.reqId, 'trace-0001')
  assert.match(failure.err.stack, /violates a constraint\n {4}at /)
})

test('probes are logged only if the service is not ready', async () => {
  const lines = await linesAfter(async origin => {
    await fetch(`${origin}/healthz`)
    await fetch(`${origin}/readyz`)
  })
  const messages = lines
    .map(text => JSON.parse(text))
    .filter(({ msg }) => !msg.startsWith('Server listening'))
  assert.deepEqual(
    messages.map(({ msg, err }) => [msg, err.message]),
    [['a dependency is not available', 'the database is down']],
  )
})

async function linesAfter(act: (origin: string) => Promise<unknown>) {
  const { child, origin, readOutput } = await startReadyService()
  await act(origin)
  child.kill('SIGTERM')
  return (await readOutput()).stdout.trim().split('\n')
}
