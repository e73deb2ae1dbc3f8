import { logConsole } from '@atrium/core/log-console'
import { createLogger, standardOutput } from '@atrium/core/logger'

interface LogSettings {
  LOG_LEVEL: Parameters<typeof createLogger>[1]
  IDENTITY_URL: string
  IDENTITY_INTERNAL_URL?: string
  TASKS_URL?: string
  TASKS_INTERNAL_URL?: string
}

/** The log of a service. Telemetry, if the standard variables turn it on, has to start before the rest of the service. */
export async function openLog(service: string, version: string, settings: LogSettings) {
  const opened = await createLog(service, version, settings)
  logConsole(opened.log)
  return opened
}

async function createLog(service: string, version: string, settings: LogSettings) {
  const { LOG_LEVEL, IDENTITY_URL, IDENTITY_INTERNAL_URL, TASKS_URL, TASKS_INTERNAL_URL } = settings
  if (!usesTelemetry(process.env)) return { log: createLogger(service, LOG_LEVEL), close: async () => {} }
  const { startTelemetry } = await import('@atrium/telemetry/start-telemetry')
  const { teeLog, close } = startTelemetry({
    service,
    version,
    environment: process.env,
    ownAddresses: [IDENTITY_URL, IDENTITY_INTERNAL_URL, TASKS_URL, TASKS_INTERNAL_URL],
    onError: error => log.warn({ err: error }, 'traces and logs could not be exported; some are lost'),
  })
  const log = createLogger(service, LOG_LEVEL, teeLog(standardOutput()))
  return { log, close }
}

const signals = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
  'OTEL_LOGS_EXPORTER',
]

function usesTelemetry(environment: NodeJS.ProcessEnv) {
  if (environment.OTEL_SDK_DISABLED === 'true') return false
  return signals.some(name => environment[name] && environment[name] !== 'none')
}
