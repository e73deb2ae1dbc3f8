import { setTimeout as sleep } from 'node:timers/promises'
import { contract, open } from '@atrium/core/contract'
import { DomainError } from '@atrium/core/errors'
import { OneOf } from '@atrium/core/schema'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Lifecycle } from '../process/serve.ts'
import { addRoute } from '../routes/route.ts'
import type { NoticeReader } from './notices.ts'

export interface Dependency {
  /** Rejects while it is unavailable. */
  check: () => Promise<unknown>
  /** The service cannot work without it: `/readyz` answers 503. */
  isRequired?: boolean
  /** Its state in `/readyz` when it fails, instead of `unavailable`. */
  failure?: 'low'
  /** For how long a result is reused, where a check is expensive. */
  keepMs?: number
  /** So that a wrong setting is logged right away. */
  isCheckedAtStart?: boolean
}

type DependencyName = 'database' | 'events' | 'identity' | 'announcements' | 'files' | 'disk'
export type Dependencies = Partial<Record<DependencyName, Dependency>>

/** Shorter than the usual timeout of a load balancer's probe. */
const ANSWER_TIMEOUT_MS = 1500
const RETRY_AFTER = { 'retry-after': '5' }

const State = Type.Optional(OneOf('ok', 'unavailable', 'low'))
const Readiness = Type.Object({
  status: OneOf('ok', 'degraded'),
  database: State,
  events: State,
  identity: State,
  announcements: State,
  files: State,
  disk: State,
})

const tag = 'Operations'

const checkHealth = contract('checkHealth', 'GET /healthz', {
  tag,
  summary: 'Check that the service is alive',
  description:
    'Answers as long as the process runs, whatever its dependencies do, and says whether the installation is in maintenance mode. Not rate-limited.',
  access: open,
  reply: Type.Object({ status: Type.String(), version: Type.String(), maintenance: Type.Boolean() }),
})

const checkReadiness = contract('checkReadiness', 'GET /readyz', {
  tag,
  summary: 'Check that the service is ready',
  description:
    'Answers within two seconds: 503 while the service cannot handle requests or is about to stop, otherwise 200 with the state of each dependency. For load balancers; not rate-limited.',
  access: open,
  reply: Readiness,
  errors: ['service_stopping', 'service_not_ready'],
})

/** `/healthz`: the process runs. `/readyz`: whether to send requests here, and which dependencies fail. */
export function answerHealth(
  app: FastifyInstance,
  version: string,
  dependencies: Dependencies,
  notices?: NoticeReader,
) {
  const access = { rule: open }
  const options = { rateLimit: false, logLevel: 'silent' } as const
  addRoute(
    app,
    checkHealth,
    access,
    () => ({ status: 'ok', version, maintenance: notices?.isMaintenance() ?? false }),
    options,
  )

  const lifecycle: Lifecycle = { isDraining: false, isPortClosed: false }
  app.decorate('lifecycle', lifecycle)
  const probes = Object.entries(dependencies).map(([name, dependency]) => ({
    name,
    isRequired: dependency.isRequired,
    probe: createProbe(name, dependency, app.log),
  }))

  async function readiness() {
    const answers = await Promise.all(probes.map(async each => ({ ...each, state: await each.probe() })))
    const states = Object.fromEntries(answers.map(({ name, state }) => [name, state]))
    if (lifecycle.isDraining) throw notReady('service_stopping', states)
    if (answers.some(({ isRequired, state }) => isRequired && state !== 'ok'))
      throw notReady('service_not_ready', states)
    const areAllOk = answers.every(({ state }) => state === 'ok')
    return { status: areAllOk ? ('ok' as const) : ('degraded' as const), ...states }
  }
  addRoute(app, checkReadiness, access, readiness, options)

  // Only once the port is closed must a proxy stop using its connections: a new one that still waits to be accepted when
  // the port closes would be reset.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (lifecycle.isPortClosed) reply.header('connection', 'close')
    done()
  })
}

function notReady(code: 'service_stopping' | 'service_not_ready', states: Record<string, string>) {
  return new DomainError(503, code, states, { headers: RETRY_AFTER })
}

/** One check at a time for all callers, so that checks do not pile up behind a silent database. */
function createProbe(name: string, dependency: Dependency, log: FastifyBaseLogger) {
  const { check, failure = 'unavailable', keepMs = 0, isCheckedAtStart = false } = dependency
  let state: 'ok' | 'unavailable' | 'low' = 'ok'
  let answeredAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  function note(error?: Error) {
    answeredAt = performance.now()
    const before = state
    state = error ? failure : 'ok'
    if (state === before) return
    if (error) log.error({ err: error, dependency: name }, 'a dependency is not available')
    else log.info({ dependency: name }, 'a dependency is available again')
  }

  function ask() {
    running ??= Promise.resolve()
      .then(check)
      .then(() => note(), note)
      .finally(() => {
        running = undefined
      })
    return running
  }

  if (isCheckedAtStart) void ask()
  return async () => {
    if (performance.now() - answeredAt < keepMs) return state
    const isAnswered = await Promise.race([ask().then(() => true), sleep(ANSWER_TIMEOUT_MS, false)])
    if (!isAnswered) note(new Error(`no answer within ${ANSWER_TIMEOUT_MS} ms`))
    return state
  }
}
