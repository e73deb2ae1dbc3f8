import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTracer, formatTraceparent, parseTraceparent } from '../src/spans.ts'
import { summaryOf } from '../src/start-telemetry.ts'
import { readTelemetrySettings } from '../src/telemetry-settings.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'

test('the standard variables decide what is exported where', () => {
  const { traces, logs, serviceName, attributes } = readTelemetrySettings(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
      OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.example.org/ingest',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-tenant=one',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    },
    'tasks',
  )
  const headers = { authorization: 'Basic abc', 'x-tenant': 'one' }
  assert.deepEqual(traces, { url: 'http://collector:4318/v1/traces', headers, timeoutMs: 500 })
  assert.deepEqual(logs, { url: 'https://logs.example.org/ingest', headers, timeoutMs: 500 })
  assert.deepEqual([serviceName, attributes], ['atrium-tasks', { 'deployment.environment.name': 'staging' }])

  const onlyLogs = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_SERVICE_NAME: 'a',
  }
  const settings = readTelemetrySettings(onlyLogs, 'tasks')
  assert.deepEqual(
    [settings.traces, settings.logs?.url, settings.serviceName],
    [undefined, 'http://c/v1/logs', 'a'],
  )
  const local = readTelemetrySettings({ OTEL_TRACES_EXPORTER: 'otlp' }, 'tasks')
  assert.deepEqual([local.traces?.url, local.logs], ['http://localhost:4318/v1/traces', undefined])
})

for (const [name, value] of [
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', 'soon'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
] as const) {
  test(`${name}=${value} is refused`, () => {
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c', [name]: value }
    assert.throws(
      () => readTelemetrySettings(environment, 'tasks'),
      new RegExp(`^Error: Invalid settings: ${name} must`),
    )
  })
}

test('a traceparent header is read and written as W3C Trace Context has it', () => {
  const header = `00-${traceId}-${spanId}-01`
  const context = { traceId, spanId, isSampled: true }
  assert.deepEqual(parseTraceparent(header), context)
  assert.equal(formatTraceparent(context), header)
  assert.equal(parseTraceparent(`00-${traceId}-${spanId}-00`)?.isSampled, false)
  assert.equal(parseTraceparent(`01-${traceId}-${spanId}-01-more`)?.traceId, traceId)
  for (const broken of [
    undefined,
    '',
    'x',
    `ff${header.slice(2)}`,
    header.replace(traceId, '0'.repeat(32)),
    header.toUpperCase(),
  ])
    assert.equal(parseTraceparent(broken), undefined, broken)
})

test('a sampler keeps its share of the traces, and follows the caller if it is parent-based', () => {
  const exported: object[] = []
  const tracer = (isParentBased: boolean, ratio: number) =>
    createTracer({ isParentBased, ratio }, span => void exported.push(span))
  const span = { name: 'test', kind: 'internal' as const }
  const quarter = tracer(true, 0.25)
  for (let count = 0; count < 2000; count += 1) quarter.start(span).end()
  assert.ok(exported.length > 350 && exported.length < 650, `${exported.length} of 2000`)
  const parent = { traceId, spanId, isSampled: true }
  assert.equal(tracer(true, 0).start({ ...span, parent }).isSampled, true)
  assert.equal(tracer(true, 1).start({ ...span, parent: { ...parent, isSampled: false } }).isSampled, false)
  assert.equal(tracer(false, 0).start({ ...span, parent }).isSampled, false)
})

test('statements are summarized without their values', () => {
  const summaries = [
    ['select * from "tasks" where title = \'secret\'', 'select tasks'],
    ['insert into graphile_worker.jobs (a) values ($1)', 'insert graphile_worker.jobs'],
    ['with past as (select 1 from a) delete from b', 'with a'],
    ["/* from notes */ update only users set email = 'a@b'", 'update users'],
    ["select 'from secret', 'it''s from secret'", 'select'],
    ['begin', 'begin'],
    ['', 'statement'],
  ] as const
  for (const [text, summary] of summaries) assert.equal(summaryOf(text), summary)
})
