import { randomUUID } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { hostname } from 'node:os'
import {
  type JobMessage,
  jobChannel,
  type StatementMessage,
  statementChannel,
} from '@atrium/core/diagnostics'
import { attributesOf, createExporter } from './exporter.ts'
import { teeLog } from './log-records.ts'
import { createTracer, type Span, type Tracer } from './spans.ts'
import { readTelemetrySettings, type Target, type TelemetrySettings } from './telemetry-settings.ts'
import { watchOutgoing, watchRequests } from './watch-requests.ts'

interface TelemetryOptions {
  service: string
  version: string
  environment: NodeJS.ProcessEnv
  /** Addresses of both services: requests to them carry the trace. */
  ownAddresses: (string | undefined)[]
  onError: (error: Error) => void
}

/** Has to start before what it watches. Everything reports to channels of Node, which are silent without it. */
export function startTelemetry({ service, version, environment, ownAddresses, onError }: TelemetryOptions) {
  const settings = readTelemetrySettings(environment, service)
  const resource = { attributes: resourceAttributes(settings, version) }
  const scope = { name: 'atrium', version }
  const { delayMs } = settings
  const open = (target: Target | undefined, bodyOf: (records: object[]) => object) =>
    target && createExporter({ target, delayMs, bodyOf, onError })
  const spans = open(settings.traces, records => ({
    resourceSpans: [{ resource, scopeSpans: [{ scope, spans: records }] }],
  }))
  const logs = open(settings.logs, records => ({
    resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: records }] }],
  }))
  const tracer = createTracer(settings.sampler, span => spans?.add(span))
  if (spans) {
    watchRequests(tracer)
    watchOutgoing(tracer, originsOf(ownAddresses))
    watchStatements(tracer)
    watchJobs(tracer)
  }
  return {
    teeLog: teeLog(tracer, record => logs?.add(record)),
    close: async () => {
      await Promise.all([spans?.close(), logs?.close()])
    },
  }
}

function resourceAttributes({ serviceName, attributes }: TelemetrySettings, version: string) {
  return attributesOf({
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    ...attributes,
  })
}

function originsOf(addresses: (string | undefined)[]) {
  return new Set(addresses.flatMap(address => (address ? [new URL(address).origin] : [])))
}

/** Statements outside of a request or job, such as heartbeats, belong to no trace. */
function watchStatements({ current, start }: Tracer) {
  subscribe(statementChannel.name, message => {
    if (!current.getStore()?.isSampled) return
    const { text, answer } = message as StatementMessage
    const summary = summaryOf(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary }
    const span = start({ name: summary, kind: 'client', attributes })
    answer.then(
      () => span.end(),
      error => span.end({ error: error.code ?? error.name }),
    )
  })
}

/** What it does and with which table. The text itself stays here: a literal in it could be a value. */
export function summaryOf(text: string) {
  const words = text.replace(/\/\*.*?\*\/|--.*?$|'[^']*'/gms, ' ').trim()
  const [command = 'statement'] = words.toLowerCase().match(/^\w+/) ?? []
  const [, table = ''] =
    words.match(
      /\b(?:insert\s+into|update|delete\s+from|from|join)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)/i,
    ) ?? []
  return `${command} ${table.replaceAll('"', '').toLowerCase()}`.trim()
}

function watchJobs({ current, start }: Tracer) {
  const spans = new WeakMap<object, Span>()
  jobChannel.start.bindStore(current, message => {
    const { name } = message as JobMessage
    const span = start({ name: `job ${name}`, kind: 'internal', attributes: { 'atrium.job': name } })
    spans.set(message as object, span)
    return span
  })
  jobChannel.asyncEnd.subscribe(message => {
    const { error } = message as { error?: Error }
    spans.get(message as object)?.end(error ? { error: error.name } : {})
  })
}
