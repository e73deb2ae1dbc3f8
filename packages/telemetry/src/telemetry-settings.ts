import { StartRefused } from '@atrium/core/errors'

type Environment = NodeJS.ProcessEnv
type Signal = 'traces' | 'logs'

export interface Target {
  url: string
  headers: Record<string, string>
  timeoutMs: number
}

export interface TelemetrySettings {
  /** Undefined: this signal is not exported. */
  traces: Target | undefined
  logs: Target | undefined
  serviceName: string
  attributes: Record<string, string>
  sampler: { isParentBased: boolean; ratio: number }
  delayMs: number
}

const DEFAULT_ENDPOINT = 'http://localhost:4318'

const samplers: Record<string, (ratio: number) => TelemetrySettings['sampler']> = {
  always_on: () => ({ isParentBased: false, ratio: 1 }),
  always_off: () => ({ isParentBased: false, ratio: 0 }),
  traceidratio: ratio => ({ isParentBased: false, ratio }),
  parentbased_always_on: () => ({ isParentBased: true, ratio: 1 }),
  parentbased_always_off: () => ({ isParentBased: true, ratio: 0 }),
  parentbased_traceidratio: ratio => ({ isParentBased: true, ratio }),
}

/** The standard variables of OpenTelemetry, as far as they make sense for OTLP over HTTP with JSON. */
export function readTelemetrySettings(environment: Environment, service: string): TelemetrySettings {
  const samplerName = environment.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  const sampler = samplers[samplerName]
  const ratio = Number(environment.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!sampler) refuse('OTEL_TRACES_SAMPLER', `must be one of ${Object.keys(samplers).join(', ')}`)
  if (!(ratio >= 0 && ratio <= 1)) refuse('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  const delayMs = Number(environment.OTEL_BSP_SCHEDULE_DELAY || 5000)
  if (!(delayMs > 0)) refuse('OTEL_BSP_SCHEDULE_DELAY', 'must be a number of milliseconds')
  return {
    traces: targetOf(environment, 'traces'),
    logs: targetOf(environment, 'logs'),
    serviceName: environment.OTEL_SERVICE_NAME || `atrium-${service}`,
    attributes: parsePairs(environment.OTEL_RESOURCE_ATTRIBUTES),
    sampler: sampler(ratio),
    delayMs,
  }
}

function targetOf(environment: Environment, signal: Signal): Target | undefined {
  const own = (name: string) => environment[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`]
  const setting = (name: string) => own(name) || environment[`OTEL_EXPORTER_OTLP_${name}`]
  const exporterName = `OTEL_${signal.toUpperCase()}_EXPORTER`
  const exporter = environment[exporterName] || (setting('ENDPOINT') ? 'otlp' : 'none')
  if (exporter === 'none') return undefined
  if (exporter !== 'otlp') refuse(exporterName, 'must be otlp or none')
  const protocol = setting('PROTOCOL') || 'http/json'
  if (protocol !== 'http/json') refuse('OTEL_EXPORTER_OTLP_PROTOCOL', 'must be http/json')
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT || DEFAULT_ENDPOINT
  const url = own('ENDPOINT') || `${base.replace(/\/$/, '')}/v1/${signal}`
  if (!URL.canParse(url)) refuse('OTEL_EXPORTER_OTLP_ENDPOINT', 'must be an http:// or https:// address')
  const timeoutMs = Number(setting('TIMEOUT') || 10_000)
  if (!(timeoutMs > 0)) refuse('OTEL_EXPORTER_OTLP_TIMEOUT', 'must be a number of milliseconds')
  return { url, headers: parsePairs(setting('HEADERS')), timeoutMs }
}

/** `key=value,other=value`, percent-encoded. */
function parsePairs(text = '') {
  const pairs = text.split(',').flatMap(pair => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : []
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

function refuse(name: string, sentence: string): never {
  throw new StartRefused(`Invalid settings: ${name} ${sentence}.`)
}
