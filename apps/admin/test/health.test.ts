import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HealthReport } from '@atrium/identity/admin/health/health.contract'
import { describeHealth } from '../src/features/health/findings.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

type Service = HealthReport['identity']
type Instance = Service['instances'][number]

function anInstance({
  state,
  ...fields
}: Partial<Omit<Instance, 'state'>> & { state?: Partial<Instance['state']> } = {}): Instance {
  return {
    instance: 'one',
    version: '1.2.3',
    host: 'alpha',
    worker: null,
    startedAt: hoursAgo(10),
    seenAt: hoursAgo(0),
    isAlive: true,
    ...fields,
    state: {
      streams: null,
      lagSeconds: null,
      connections: { inUse: 1, max: 10, waiting: 0 },
      cleanedAt: hoursAgo(0.1),
      diskFreeBytes: 50e9,
      ...state,
    },
  }
}

function aService(fields: Partial<Service> = {}): Service {
  const queue = { waiting: 0, running: 0, failed: 0, oldestSeconds: 0 }
  return {
    instances: [anInstance()],
    database: { version: '18.4', bytes: 20e6, connections: 20, maxConnections: 200 },
    emails: queue,
    jobs: queue,
    ...fields,
  }
}

function aReport(fields: Partial<HealthReport> = {}): HealthReport {
  return {
    version: '1.2.3',
    identity: aService(),
    tasks: aService({ instances: [anInstance({ state: { streams: 3, lagSeconds: 0.02 } })] }),
    tasksProblem: null,
    backups: {
      isScheduled: true,
      lastSuccess: { at: hoursAgo(9), bytes: 5e6, restoredRows: 1000 },
      error: null,
    },
    diskMinFreeBytes: 500e6,
    ...fields,
  }
}

const problems = (fields: Partial<HealthReport>) =>
  describeHealth(aReport(fields), now)
    .filter(({ status }) => status !== 'ok')
    .map(({ status, message }) => `${status} ${message}`)

test('a healthy installation has nothing to complain about', () => {
  const findings = describeHealth(aReport(), now)
  assert.ok(findings.every(({ status }) => status === 'ok'))
  const subjects = new Set(findings.map(({ subject }) => subject))
  assert.deepEqual([...subjects].sort(), [
    'backups',
    'cleanUp',
    'database',
    'disk',
    'emails',
    'instances',
    'jobs',
    'live',
  ])
})

const queue = { waiting: 1, running: 0, failed: 0, oldestSeconds: 0 }
const cases: Record<string, [Partial<HealthReport>, string[]]> = {
  'a service that does not answer': [
    { tasks: null, tasksProblem: 'unavailable' },
    ['failure service.unavailable'],
  ],
  'a service without permission': [{ tasks: null, tasksProblem: 'forbidden' }, ['warning service.forbidden']],
  'no task service': [{ tasks: null, tasksProblem: 'not_configured' }, []],
  'processes that stopped, of two versions': [
    {
      identity: aService({
        instances: [
          anInstance(),
          anInstance({ version: '1.2.4' }),
          anInstance({ isAlive: false, host: 'beta' }),
        ],
      }),
    },
    ['warning instances.gone', 'warning versions.differ'],
  ],
  'no process at all': [{ identity: aService({ instances: [] }) }, ['failure instances.none']],
  'a crowded database': [
    {
      identity: aService({ database: { version: '18.4', bytes: 1, connections: 190, maxConnections: 200 } }),
    },
    ['warning database.crowded'],
  ],
  'requests that wait for a connection': [
    {
      identity: aService({
        instances: [anInstance({ state: { connections: { inUse: 10, max: 10, waiting: 4 } } })],
      }),
    },
    ['warning database.waiting'],
  ],
  'failed emails and late jobs': [
    { identity: aService({ emails: { ...queue, failed: 2 }, jobs: { ...queue, oldestSeconds: 1000 } }) },
    ['warning emails.failed', 'warning jobs.delayed'],
  ],
  'slow updates': [
    { tasks: aService({ instances: [anInstance({ state: { streams: 1, lagSeconds: 2 } })] }) },
    ['warning live.slow'],
  ],
  'no clean-up': [
    { identity: aService({ instances: [anInstance({ state: { cleanedAt: null } })] }) },
    ['warning cleanUp.late'],
  ],
  'a full and a low disk': [
    { identity: aService({ instances: [anInstance({ state: { diskFreeBytes: 1e6 } })] }) },
    ['failure disk.full'],
  ],
  'a low disk': [
    { identity: aService({ instances: [anInstance({ state: { diskFreeBytes: 1e9 } })] }) },
    ['warning disk.low'],
  ],
  'no backups': [
    { backups: { isScheduled: false, lastSuccess: null, error: null } },
    ['warning backups.unscheduled'],
  ],
  'no backup yet': [
    { backups: { isScheduled: true, lastSuccess: null, error: null } },
    ['warning backups.none'],
  ],
  'an old backup': [
    {
      backups: {
        isScheduled: true,
        lastSuccess: { at: hoursAgo(50), bytes: 1, restoredRows: 1 },
        error: null,
      },
    },
    ['warning backups.old'],
  ],
  'a failed backup': [
    { backups: { isScheduled: true, lastSuccess: null, error: 'The disk is full.' } },
    ['failure backups.failed'],
  ],
}

for (const [name, [fields, expected]] of Object.entries(cases))
  test(name, () => assert.deepEqual(problems(fields), expected))

test('the reason of a failed backup is a sentence', () => {
  for (const error of ['The disk is full', 'The disk is full.']) {
    const [finding] = describeHealth(
      aReport({ backups: { isScheduled: true, lastSuccess: null, error } }),
      now,
    )
    assert.equal(finding?.values?.reason, 'The disk is full.')
  }
})

test('the worst comes first', () => {
  const report = aReport({
    tasks: null,
    tasksProblem: 'unavailable',
    backups: { isScheduled: false, lastSuccess: null, error: null },
  })
  const statuses = describeHealth(report, now).map(({ status }) => status)
  assert.deepEqual(
    statuses,
    [...statuses].sort((one, other) => 'fwo'.indexOf(one[0] ?? '') - 'fwo'.indexOf(other[0] ?? '')),
  )
  assert.deepEqual(statuses.slice(0, 3), ['failure', 'warning', 'ok'])
})
