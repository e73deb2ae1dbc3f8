import { version } from '@atrium/core/version'
import { inspectMigrations } from '@atrium/database/migrate'
import { readEffects } from '@atrium/database/migration-effects'
import { openClient } from '@atrium/database/servers'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { findFullestDisk } from '@atrium/storage/open-storage'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import type pg from 'pg'
import { refusedMigrations } from '../doctor/database-checks.ts'
import { checkDisk } from '../doctor/environment-checks.ts'
import { type Finding, failure, ok, reasonOf, warning } from '../doctor/finding.ts'
import { readSettings } from '../doctor/settings-checks.ts'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import { describeMigration, type PendingMigration, tablesOf } from './pending-migration.ts'
import {
  checkProcesses,
  FIRST_TO_KEEP_RUNNING,
  findUnreported,
  hasTable,
  listRunning,
  newest,
  type RunningProcesses,
  readOldestRelease,
  type UnreportedConnections,
} from './running-processes.ts'

const BACKUP_HOURS = 24

export interface Service {
  name: 'identity' | 'tasks'
  url: string
  migrations: URL
}

interface ServiceState {
  pending: PendingMigration[]
  running: RunningProcesses[]
  unreported: UnreportedConnections | undefined
  /** The oldest release that works on the schema after these migrations. */
  keepsRunningSince: string
  bytes: number
  backupAt: Date | undefined
  findings: Finding[]
}

export interface UpgradeCheck {
  version: string
  running: RunningProcesses[]
  unreported: UnreportedConnections[]
  keepsRunningSince: string
  /** Whether everything that seems to run works on the schema after the upgrade. */
  keepsRunning: boolean
  pending: Record<Service['name'], PendingMigration[]>
  backupAt: Date | undefined
  findings: Finding[]
  isPossible: boolean
}

export function servicesOf(installation: Installation): Service[] {
  const { identity, tasks } = directDatabaseUrls(installation)
  return [
    { name: 'identity', url: identity, migrations: identityMigrations },
    { name: 'tasks', url: tasks, migrations: tasksMigrations },
  ]
}

/** What an upgrade of the databases to this version would do, and what would block it. Only reads. */
export async function checkUpgrade(installation: Installation): Promise<UpgradeCheck> {
  const states: ServiceState[] = []
  for (const service of servicesOf(installation)) states.push(await checkService(service))
  const [identity, tasks] = states as [ServiceState, ServiceState]
  const processes = {
    running: states.flatMap(({ running }) => running),
    unreported: states.flatMap(({ unreported }) => unreported ?? []),
    keepsRunningSince: newest(states.map(({ keepsRunningSince }) => keepsRunningSince)),
  }
  const instances = checkProcesses(processes)
  const findings = [
    ...readSettings(installation).findings.filter(({ status }) => status !== 'ok'),
    ok('version', `This program is Atrium ${version}.`),
    ...instances,
    ...identity.findings,
    ...tasks.findings,
    checkBackup(identity.backupAt),
    ...(await checkSpace(installation, identity.bytes + tasks.bytes)),
  ]
  return {
    version,
    ...processes,
    keepsRunning: instances.every(({ status }) => status === 'ok'),
    pending: { identity: identity.pending, tasks: tasks.pending },
    backupAt: identity.backupAt,
    findings,
    isPossible: findings.every(({ status }) => status !== 'failure'),
  }
}

async function checkService(service: Service): Promise<ServiceState> {
  try {
    const client = await openClient(service.url, { statement_timeout: 10_000 })
    try {
      await client.query('set default_transaction_read_only = on')
      return await inspect(service, client)
    } finally {
      await client.end()
    }
  } catch (error) {
    const advice = `Check that PostgreSQL runs, and ${service.name.toUpperCase()}_DATABASE_URL.`
    const message = `The ${service.name} database cannot be read: ${reasonOf(error)}.`
    const findings = [failure('database', message, advice)]
    return {
      pending: [],
      running: [],
      unreported: undefined,
      keepsRunningSince: FIRST_TO_KEEP_RUNNING,
      bytes: 0,
      backupAt: undefined,
      findings,
    }
  }
}

async function inspect({ name, migrations }: Service, client: pg.Client): Promise<ServiceState> {
  const state = await inspectMigrations(client, migrations)
  const effects = await readEffects(migrations)
  const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
  const pending: PendingMigration[] = []
  for (const migration of state.pending)
    pending.push({ name: migration, tables: await tablesOf(client, effects[migration] ?? {}) })
  const running = await listRunning(name, client)
  return {
    pending,
    running,
    unreported: await findUnreported(name, client, running),
    keepsRunningSince: await readOldestRelease(migrations, state.pending),
    bytes: rows[0].bytes,
    backupAt: await findLastBackup(client),
    findings: describeMigrations(name, state, pending),
  }
}

function describeMigrations(
  name: string,
  { unknown, edited }: { unknown: string[]; edited: string[] },
  pending: PendingMigration[],
): Finding[] {
  if (edited.length > 0) return [refusedMigrations(name, edited)]
  if (unknown.length > 0) {
    const message = `The ${name} database was migrated by a newer version of Atrium (${unknown.join(', ')}).`
    return [failure('migrations', message, 'Use the program of that version.')]
  }
  if (pending.length === 0) return [ok('migrations', `The ${name} database is up to date.`)]
  const count = pending.length === 1 ? '1 migration' : `${pending.length} migrations`
  return [ok('migrations', `${count} of the ${name} database will run:`), ...pending.map(describeMigration)]
}

async function findLastBackup(client: pg.Client): Promise<Date | undefined> {
  if (!(await hasTable(client, 'backups'))) return undefined
  const { rows } = await client.query(
    'select max(started_at) as at from backups where finished_at is not null and error is null',
  )
  return rows[0].at ?? undefined
}

/** Looks at scheduled backups only: those of `atrium backup` are recorded nowhere. */
function checkBackup(at: Date | undefined): Finding {
  const hours = at && (Date.now() - at.getTime()) / 3_600_000
  if (at && Number(hours) < BACKUP_HOURS)
    return ok('backup', `The last scheduled backup is from ${at.toISOString()}.`)
  const message = at
    ? `The last scheduled backup is from ${at.toISOString()}.`
    : 'No scheduled backup has succeeded.'
  return warning('backup', message, '`atrium upgrade` makes a backup before it migrates.')
}

/** The disk of a PostgreSQL on another machine can't be seen from here. */
async function checkSpace(installation: Installation, bytes: number): Promise<Finding[]> {
  const { identity, tasks } = readSettings(installation)
  const disk = identity && (await findFullestDisk(identity))
  const message = `The databases take ${Math.ceil(bytes / 2 ** 20)} MB.`
  return [
    ...(await checkDisk({ installation, identity, tasks, recipient: undefined })),
    disk && disk.bytes < bytes
      ? warning('disk', message, 'Free as much space: a backup and rewritten tables may need it.')
      : ok('disk', message),
  ]
}
