import type { HealthReport } from '@atrium/identity/admin/health/health.contract'
import type english from '@atrium/texts/en/admin'

type ServiceHealth = HealthReport['identity']
type Service = 'identity' | 'tasks'
export type Status = 'ok' | 'warning' | 'failure'

type Measured = Record<'bytes' | 'seconds' | 'date', string>

type Texts = (typeof english)['health']['messages']
type Subject = keyof Texts
type WithoutPlural<Key> = Key extends `${infer Stem}_${'zero' | 'one' | 'other'}` ? Stem : Key

/** The names of the sentences, such as `emails.failed`. */
type Message = { [S in Subject]: `${S}.${WithoutPlural<keyof Texts[S]> & string}` }[Subject]

/** What a sentence says; numbers and dates are formatted by the component. */
export interface Finding {
  subject: Subject
  service?: Service
  status: Status
  message: Message
  values?: Partial<Measured> & Record<string, string | number>
}

const HOUR_MS = 3_600_000
const DELAYED_SECONDS = 900
const SLOW_SECONDS = 1
const LOW_BYTES = 2e9

/** The report in sentences, worst first. */
export function describeHealth(report: HealthReport, now: number): Finding[] {
  const findings = [
    ...describeTasksProblem(report),
    ...describeBackups(report, now),
    ...describeDisk(report),
    ...describeService('identity', report.identity, now),
    ...(report.tasks ? describeService('tasks', report.tasks, now) : []),
  ]
  const order: Status[] = ['failure', 'warning', 'ok']
  return findings.sort((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
}

function describeTasksProblem({ tasksProblem }: HealthReport): Finding[] {
  if (tasksProblem === 'forbidden')
    return [{ subject: 'service', service: 'tasks', status: 'warning', message: 'service.forbidden' }]
  if (tasksProblem === 'unavailable')
    return [{ subject: 'service', service: 'tasks', status: 'failure', message: 'service.unavailable' }]
  return []
}

function describeBackups({ backups }: HealthReport, now: number): Finding[] {
  const { isScheduled, lastSuccess, error } = backups
  const subject = 'backups'
  if (error !== null)
    return [
      {
        subject,
        status: 'failure',
        message: 'backups.failed',
        values: { reason: error.replace(/\.?$/, '.') },
      },
    ]
  if (!lastSuccess)
    return [{ subject, status: 'warning', message: isScheduled ? 'backups.none' : 'backups.unscheduled' }]
  const values = { date: lastSuccess.at, bytes: String(lastSuccess.bytes), rows: lastSuccess.restoredRows }
  const isOld = now - Date.parse(lastSuccess.at) > 48 * HOUR_MS
  return [
    { subject, status: isOld ? 'warning' : 'ok', message: isOld ? 'backups.old' : 'backups.fine', values },
  ]
}

function describeDisk({ identity, tasks, diskMinFreeBytes }: HealthReport): Finding[] {
  const alive = [...identity.instances, ...(tasks?.instances ?? [])].filter(({ isAlive }) => isAlive)
  const free = alive.flatMap(({ host, state }) =>
    state.diskFreeBytes === null ? [] : [{ host, bytes: state.diskFreeBytes }],
  )
  const [fullest] = free.sort((one, other) => one.bytes - other.bytes)
  if (!fullest) return []
  const values = { bytes: String(fullest.bytes), host: fullest.host }
  if (fullest.bytes < diskMinFreeBytes)
    return [{ subject: 'disk', status: 'failure', message: 'disk.full', values }]
  const isLow = fullest.bytes < LOW_BYTES
  return [
    { subject: 'disk', status: isLow ? 'warning' : 'ok', message: isLow ? 'disk.low' : 'disk.fine', values },
  ]
}

function describeService(service: Service, health: ServiceHealth, now: number): Finding[] {
  const findings = [
    ...describeInstances(health),
    describeDatabase(health),
    describeQueue('emails', health.emails),
    describeQueue('jobs', health.jobs),
    ...describeLiveUpdates(health),
    ...describeCleanUp(health, now),
  ]
  return findings.map(finding => ({ ...finding, service }))
}

function describeInstances({ instances }: ServiceHealth): Finding[] {
  const alive = instances.filter(({ isAlive }) => isAlive)
  const gone = instances.filter(({ isAlive }) => !isAlive)
  const versions = [...new Set(alive.map(({ version }) => version))]
  if (alive.length === 0) return [{ subject: 'instances', status: 'failure', message: 'instances.none' }]
  const hosts = [...new Set(gone.map(({ host }) => host))].join(', ')
  return [
    gone.length > 0
      ? {
          subject: 'instances',
          status: 'warning',
          message: 'instances.gone',
          values: { count: gone.length, hosts },
        }
      : { subject: 'instances', status: 'ok', message: 'instances.fine', values: { count: alive.length } },
    ...(versions.length > 1
      ? [
          {
            subject: 'versions',
            status: 'warning',
            message: 'versions.differ',
            values: { versions: versions.sort().join(', ') },
          } as const,
        ]
      : []),
  ]
}

function describeDatabase({ database, instances }: ServiceHealth): Finding {
  const { version, bytes, connections, maxConnections } = database
  const subject = 'database'
  const values = { version, bytes: String(bytes), connections, max: maxConnections }
  if (connections > 0.8 * maxConnections)
    return { subject, status: 'warning', message: 'database.crowded', values }
  const waiting = instances.reduce(
    (sum, { isAlive, state }) => sum + (isAlive ? state.connections.waiting : 0),
    0,
  )
  if (waiting > 0)
    return { subject, status: 'warning', message: 'database.waiting', values: { count: waiting } }
  return { subject, status: 'ok', message: 'database.fine', values }
}

function describeQueue(subject: 'emails' | 'jobs', queue: ServiceHealth['emails']): Finding {
  const { failed, waiting, running, oldestSeconds } = queue
  if (failed > 0)
    return { subject, status: 'warning', message: `${subject}.failed`, values: { count: failed } }
  if (oldestSeconds > DELAYED_SECONDS)
    return {
      subject,
      status: 'warning',
      message: `${subject}.delayed`,
      values: { seconds: String(oldestSeconds) },
    }
  return { subject, status: 'ok', message: `${subject}.fine`, values: { count: waiting + running } }
}

function describeLiveUpdates({ instances }: ServiceHealth): Finding[] {
  const states = instances.filter(({ isAlive }) => isAlive).map(({ state }) => state)
  if (states.every(({ streams }) => streams === null)) return []
  const count = states.reduce((sum, { streams }) => sum + (streams ?? 0), 0)
  const lags = states.flatMap(({ lagSeconds }) => (lagSeconds === null ? [] : [lagSeconds]))
  if (lags.length === 0) return [{ subject: 'live', status: 'ok', message: 'live.quiet', values: { count } }]
  const slowest = Math.max(...lags)
  const milliseconds = Math.round(slowest * 1000)
  const isSlow = slowest > SLOW_SECONDS
  return [
    {
      subject: 'live',
      status: isSlow ? 'warning' : 'ok',
      message: isSlow ? 'live.slow' : 'live.fine',
      values: { count, milliseconds },
    },
  ]
}

function describeCleanUp({ instances }: ServiceHealth, now: number): Finding[] {
  const alive = instances.filter(({ isAlive }) => isAlive)
  if (alive.length === 0) return []
  const last = alive
    .flatMap(({ state }) => state.cleanedAt ?? [])
    .sort()
    .at(-1)
  const since = last ?? alive.map(({ startedAt }) => startedAt).sort()[0] ?? ''
  if (now - Date.parse(since) > 3 * HOUR_MS)
    return [{ subject: 'cleanUp', status: 'warning', message: 'cleanUp.late', values: { date: since } }]
  if (!last) return [{ subject: 'cleanUp', status: 'ok', message: 'cleanUp.soon' }]
  return [{ subject: 'cleanUp', status: 'ok', message: 'cleanUp.fine', values: { date: last } }]
}
