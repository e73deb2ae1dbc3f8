import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCounter, createDistribution, observe } from '@atrium/core/measure'
import { open } from '../src/routes/access.ts'
import { createSampleApp } from './sample-app.ts'

const works = { check: async () => {} }
const fails = {
  check: async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.5:5432')
  },
}
const isSilent = { check: () => new Promise(() => {}) }

test('a running service is healthy, and ready when its dependencies respond', async () => {
  const app = await createSampleApp(() => {}, {
    dependencies: { database: { ...works, isRequired: true }, files: works },
  })
  const alive = await app.inject('/healthz')
  assert.deepEqual(
    [alive.statusCode, alive.json()],
    [200, { status: 'ok', version: '0.1.0', maintenance: false }],
  )
  const ready = await app.inject('/readyz')
  assert.deepEqual([ready.statusCode, ready.json()], [200, { status: 'ok', database: 'ok', files: 'ok' }])
})

for (const [name, broken] of Object.entries({ 'that refuses': fails, 'that is silent': isSilent })) {
  test(`a service with a database ${name} is healthy but not ready`, async () => {
    const dependencies = { database: { ...broken, isRequired: true }, files: works }
    const app = await createSampleApp(() => {}, { dependencies })
    assert.equal((await app.inject('/healthz')).statusCode, 200)
    const response = await app.inject('/readyz')
    assert.equal(response.statusCode, 503)
    assert.equal(response.headers['retry-after'], '5')
    const details = { reason: 'service_not_ready', kind: 'unavailable', database: 'unavailable', files: 'ok' }
    assert.deepEqual(response.json().error.details, details)
  })
}

test('a failing optional dependency is reported, and the service stays ready', async () => {
  const app = await createSampleApp(() => {}, {
    dependencies: {
      database: { ...works, isRequired: true },
      identity: isSilent,
      files: fails,
      disk: { ...fails, failure: 'low' },
    },
  })
  const { statusCode, body } = await app.inject('/readyz')
  assert.equal(statusCode, 200)
  const states = { database: 'ok', identity: 'unavailable', files: 'unavailable', disk: 'low' }
  assert.deepEqual(JSON.parse(body), { status: 'degraded', ...states })
})

test('concurrent probes share one check of a slow dependency', async () => {
  let asked = 0
  const check = () => {
    asked += 1
    return new Promise(() => {})
  }
  const app = await createSampleApp(() => {}, { dependencies: { database: { check, isRequired: true } } })
  await Promise.all([1, 2, 3].map(() => app.inject('/readyz')))
  assert.equal(asked, 1)
})

test('metrics require their token', async () => {
  const app = await createSampleApp(() => {}, { metricsToken: 'a-token-for-prometheus' })
  const scrape = (authorization?: string) =>
    app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })
  for (const presented of [undefined, 'Bearer another', 'Basic a-token-for-prometheus', 'Bearer ']) {
    const response = await scrape(presented)
    assert.equal(response.statusCode, 401, presented)
    assert.equal(response.headers['www-authenticate'], 'Bearer')
    assert.doesNotMatch(response.body, /process_|a-token/)
  }
  assert.equal((await scrape('Bearer a-token-for-prometheus')).statusCode, 200)
})

test('metrics are disabled without a configured token', async () => {
  const app = await createSampleApp(() => {}, { metricsToken: undefined })
  assert.equal((await app.inject('/metrics')).statusCode, 401)
  const headers = { authorization: 'Bearer undefined' }
  assert.equal((await app.inject({ url: '/metrics', headers })).statusCode, 401)
})

test('scrapes are rate-limited', async () => {
  const app = await createSampleApp(() => {}, { hasRateLimit: true })
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1) statuses.push((await app.inject('/metrics')).statusCode)
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
})

test('gauges are read on each scrape, and a failing one does not affect others', async () => {
  const measures = [
    { name: 'atrium_jobs', help: 'Jobs', label: 'state', read: async () => ({ waiting: 2, failed: 1 }) },
    { name: 'atrium_away', help: 'Away', read: fails.check as () => Promise<number> },
    { name: 'atrium_streams', help: 'Streams', read: () => 7 },
  ]
  const app = await createSampleApp(() => {}, { measures })
  const { body } = await app.inject('/metrics')
  const lines = body.split('\n').filter(line => /^atrium_(?!version)/.test(line))
  assert.deepEqual(lines.sort(), [
    'atrium_jobs{state="failed"} 1',
    'atrium_jobs{state="waiting"} 2',
    'atrium_streams 7',
  ])
})

test('counters and histograms have the form that Prometheus expects', async () => {
  const tries = createCounter('good', 'bad')
  tries.add('bad')
  tries.add('bad', 2)
  const waits = createDistribution([0.1, 1])
  for (const seconds of [0.05, 0.1, 0.5, 4]) observe(waits, seconds)
  const app = await createSampleApp(() => {}, {
    measures: [
      { name: 'atrium_tries_total', help: 'Tries', type: 'counter', label: 'outcome', read: tries.read },
      { name: 'atrium_wait_seconds', help: 'Waits', type: 'histogram', read: () => waits },
    ],
  })
  const { body } = await app.inject('/metrics')
  assert.deepEqual(body.match(/^.*atrium_(?!version).*$/gm), [
    '# HELP atrium_tries_total Tries',
    '# TYPE atrium_tries_total counter',
    'atrium_tries_total{outcome="good"} 0',
    'atrium_tries_total{outcome="bad"} 3',
    '# HELP atrium_wait_seconds Waits',
    '# TYPE atrium_wait_seconds histogram',
    'atrium_wait_seconds_bucket{le="0.1"} 2',
    'atrium_wait_seconds_bucket{le="1"} 3',
    'atrium_wait_seconds_bucket{le="+Inf"} 4',
    'atrium_wait_seconds_sum 4.65',
    'atrium_wait_seconds_count 4',
  ])
  assert.match(body, /^atrium_version_info\{version="0.1.0"\} 1$/m)
})

test('metrics for 200 routes with five statuses each stay below 300 kB', async () => {
  const paths = Array.from({ length: 200 }, (_, index) => `/collection-of-things-${index}/:id/parts`)
  const app = await createSampleApp(app => {
    for (const path of paths)
      app.get(path, { config: { access: open } }, (request, reply) =>
        reply.code(Number((request.params as { id: string }).id)).send(),
      )
  })
  const codes = [200, 201, 400, 404, 409]
  await Promise.all(paths.flatMap(path => codes.map(code => app.inject(path.replace(':id', String(code))))))
  const { body } = await app.inject('/metrics')
  assert.ok(body.length < 300_000, `${body.length} bytes`)
})

test('requests are counted by route, not by URL', async () => {
  const app = await createSampleApp(app => {
    app.get('/thing/:id', { config: { access: open } }, async () => ({}))
  })
  for (const url of ['/thing/1', '/thing/2', '/nowhere/1']) await app.inject(url)
  const response = await app.inject('/metrics')
  assert.match(String(response.headers['content-type']), /^text\/plain/)
  const counts = response.body.split('\n').filter(line => line.startsWith('http_requests_total'))
  assert.deepEqual(counts, [
    'http_requests_total{method="GET",route="/thing/:id",status="200"} 2',
    'http_requests_total{method="GET",route="none",status="404"} 1',
  ])
  assert.match(response.body, /^http_request_duration_seconds_count\{method="GET",status="2xx"\} 2$/m)
  assert.match(response.body, /^http_route_duration_seconds_count\{method="GET",route="\/thing\/:id"\} 2$/m)
  assert.match(response.body, /^process_resident_memory_bytes \d+/m)
})
