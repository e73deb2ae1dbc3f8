import { attributesOf, nanoseconds, type Value } from './exporter.ts'
import type { TraceContext, Tracer } from './spans.ts'

interface Output {
  write: (line: string) => void
}

/** By pino's level. */
const severities: Record<number, { severityNumber: number; severityText: string }> = {
  10: { severityNumber: 1, severityText: 'TRACE' },
  20: { severityNumber: 5, severityText: 'DEBUG' },
  30: { severityNumber: 9, severityText: 'INFO' },
  40: { severityNumber: 13, severityText: 'WARN' },
  50: { severityNumber: 17, severityText: 'ERROR' },
  60: { severityNumber: 21, severityText: 'FATAL' },
}

/** Exports every line after the logger has removed secrets, and adds the trace ID to the log itself. */
export function teeLog({ current }: Tracer, add: (record: object) => void) {
  return (output: Output): Output => ({
    write: line => {
      const context = current.getStore()
      output.write(
        context
          ? `${line.trimEnd().slice(0, -1)},"trace_id":"${context.traceId}","span_id":"${context.spanId}"}\n`
          : line,
      )
      add(recordOf(line, context))
    },
  })
}

function recordOf(line: string, context: TraceContext | undefined) {
  const { level, time, msg, service: _service, err, ...fields } = JSON.parse(line)
  const { type, message, stack } = err ?? {}
  const flat = Object.entries(fields as Record<string, unknown>).map(([name, value]): [string, Value] => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : (value as Value),
  ])
  return {
    timeUnixNano: nanoseconds(Date.parse(time)),
    ...severities[level],
    body: { stringValue: String(msg ?? '') },
    attributes: attributesOf({
      ...Object.fromEntries(flat),
      'exception.type': type,
      'exception.message': message,
      'exception.stacktrace': stack,
    }),
    ...(context && { traceId: context.traceId, spanId: context.spanId, flags: context.isSampled ? 1 : 0 }),
  }
}
