import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { attributesOf, nanoseconds, type Value } from './exporter.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

/** What travels in a `traceparent` header (W3C Trace Context). */
export interface TraceContext {
  traceId: string
  spanId: string
  isSampled: boolean
}

export interface Span extends TraceContext {
  end: (result?: Result) => void
}

interface Result {
  name?: string
  attributes?: Record<string, Value | undefined>
  /** The kind of the error, never its text, which may quote what a user typed. */
  error?: string
}

const kinds = { internal: 1, server: 2, client: 3 }

export interface NewSpan {
  name: string
  kind: keyof typeof kinds
  parent?: TraceContext | undefined
  attributes?: Record<string, Value | undefined>
}

export type Tracer = ReturnType<typeof createTracer>

/** Spans, and which of them the code that runs now belongs to. */
export function createTracer(sampler: TelemetrySettings['sampler'], add: (span: object) => void) {
  const current = new AsyncLocalStorage<TraceContext>()

  function isSampled(traceId: string, parent: TraceContext | undefined) {
    if (parent && sampler.isParentBased) return parent.isSampled
    return Number.parseInt(traceId.slice(-13), 16) < sampler.ratio * 2 ** 52
  }

  function start({ name, kind, parent = current.getStore(), attributes }: NewSpan): Span {
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
    const context = { traceId, spanId: randomBytes(8).toString('hex'), isSampled: isSampled(traceId, parent) }
    const startedAt = nanoseconds()
    const end = (result: Result = {}) => {
      if (!context.isSampled) return
      const { error } = result
      add({
        traceId,
        spanId: context.spanId,
        ...(parent && { parentSpanId: parent.spanId }),
        name: result.name ?? name,
        kind: kinds[kind],
        startTimeUnixNano: startedAt,
        endTimeUnixNano: nanoseconds(),
        attributes: attributesOf({ ...attributes, ...result.attributes, 'error.type': error }),
        status: error === undefined ? {} : { code: 2 },
      })
    }
    return { ...context, end }
  }

  return { current, start }
}

export function parseTraceparent(header: string | string[] | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    String(header).match(/^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/) ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext) {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}
