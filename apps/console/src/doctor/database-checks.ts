import { workerCount } from '@atrium/core/settings'
import { inspectMigrations } from '@atrium/database/migrate'
import { type ConsumerLag, consumerLagsQuery } from '@atrium/database/outbox/outbox'
import { compareWithPrimary } from '@atrium/database/replica'
import { openClient } from '@atrium/database/servers'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import type pg from 'pg'
import { directDatabaseUrls } from '../installation.ts'
import { type Examined, type Finding, failure, ok, reasonOf, warning } from './finding.ts'

const OLDEST_VERSION = 150_000
const CONNECTIONS_PER_WORKER = 20
const CLOCK_WARNING_SECONDS = 20
const KEY_DAYS = 180
const CONSUMER_WARNING_MINUTES = 5

interface Checked {
  name: string
  client: pg.Client
}

type Check = (checked: Checked, examined: Examined) => Promise<Finding[]>

export async function checkDatabases(examined: Examined): Promise<Finding[]> {
  const { identity, tasks, installation } = examined
  const urls = directDatabaseUrls(installation)
  const databases = [
    { name: 'identity', url: identity && urls.identity, migrations: identityMigrations },
    { name: 'tasks', url: tasks && urls.tasks, migrations: tasksMigrations },
  ]
  const findings: Finding[] = []
  for (const { name, url, migrations } of databases) {
    if (url) findings.push(...(await checkDatabase(examined, name, url, migrations)))
  }
  return findings
}

async function checkDatabase(examined: Examined, name: string, url: string, migrations: URL) {
  let client: pg.Client
  try {
    client = await openClient(url, { statement_timeout: 10_000 })
  } catch (error) {
    const advice = `Check that PostgreSQL runs, and address, user and password in ${name.toUpperCase()}_DATABASE_URL.`
    return [failure('database', `The ${name} database cannot be reached: ${reasonOf(error)}.`, advice)]
  }
  try {
    const checks: Check[] = [checkServer, checkConnections, checkClock, checkLocks, checkBloat]
    const findings: Finding[] = []
    for (const check of checks) findings.push(...(await check({ name, client }, examined)))
    findings.push(...(await checkMigrations({ name, client }, migrations)))
    if (name === 'identity')
      findings.push(...(await checkKeyAge({ name, client })), ...(await checkMaintenance(client)))
    findings.push(...(await checkConsumers({ name, client })), ...(await checkWebhooks({ name, client })))
    findings.push(...(await checkReplica({ name, client }, examined)))
    return findings
  } finally {
    await client.end()
  }
}

/** Whether the table is there is said by the check of the migrations. */
async function checkMaintenance(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client
    .query<{ since: Date }>("select since from notices where subject = 'maintenance'")
    .catch(() => ({ rows: [] }))
  const [notice] = rows
  if (!notice) return []
  const message = `Maintenance mode is on since ${notice.since.toISOString()}: nothing can be changed.`
  return [warning('maintenance', message, 'End it with `atrium maintenance off` when the work is done.')]
}

async function checkReplica({ name, client }: Checked, { identity, tasks }: Examined): Promise<Finding[]> {
  const url =
    name === 'identity' ? identity?.IDENTITY_DATABASE_REPLICA_URL : tasks?.TASKS_DATABASE_REPLICA_URL
  if (!url) return []
  try {
    const { isFollowing, bytesBehind } = await compareWithPrimary(client, url)
    const megabytes = ((bytesBehind ?? 0) / 1e6).toFixed(1)
    if (isFollowing)
      return [ok('replica', `The replica of the ${name} database is ${megabytes} MB of log behind.`)]
    const message = `The replica of the ${name} database does not follow it, so it is not used.`
    return [
      warning(
        'replica',
        message,
        `Check ${name.toUpperCase()}_DATABASE_REPLICA_URL: it must be a standby of the same server.`,
      ),
    ]
  } catch (error) {
    const message = `The replica of the ${name} database cannot be reached: ${reasonOf(error)}.`
    return [warning('replica', message, 'Lists and reports are read from the primary until it is back.')]
  }
}

async function checkServer({ name, client }: Checked): Promise<Finding[]> {
  const { rows } = await client.query(`select current_setting('server_version_num')::int as number,
    current_setting('server_version') as version, current_setting('server_encoding') as encoding,
    pg_size_pretty(pg_database_size(current_database())) as size`)
  const { number, version, encoding, size } = rows[0]
  if (number < OLDEST_VERSION)
    return [
      failure('database', `The ${name} database runs PostgreSQL ${version}.`, 'Upgrade it to 15 or newer.'),
    ]
  if (encoding !== 'UTF8')
    return [
      failure(
        'database',
        `The ${name} database has the encoding ${encoding}.`,
        'Create it with -E UTF8 -T template0.',
      ),
    ]
  return [ok('database', `The ${name} database runs PostgreSQL ${version} and takes ${size}.`)]
}

async function checkConnections({ name, client }: Checked, { identity }: Examined): Promise<Finding[]> {
  const { rows } = await client.query(`select current_setting('max_connections')::int as max,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`)
  const { max, used } = rows[0]
  const needed = 2 * CONNECTIONS_PER_WORKER * (identity ? workerCount(identity) : 1)
  if (used > 0.8 * max)
    return [
      warning(
        'database',
        `${used} of ${max} connections of the server of ${name} are in use.`,
        'Raise max_connections.',
      ),
    ]
  if (max < needed) {
    const message = `The server of ${name} allows ${max} connections; one machine may need ${needed}.`
    return [
      warning(
        'database',
        message,
        `Set max_connections to at least ${needed} per machine, or lower WORKERS.`,
      ),
    ]
  }
  return []
}

async function checkClock({ name, client }: Checked): Promise<Finding[]> {
  const before = Date.now()
  const { rows } = await client.query('select extract(epoch from clock_timestamp())::float8 as at')
  const seconds = Math.round(Math.abs(rows[0].at - (before + Date.now()) / 2000))
  if (seconds < CLOCK_WARNING_SECONDS)
    return [ok('clock', `The clock of the ${name} database agrees with this machine.`)]
  const message = `The clock of the ${name} database differs by ${seconds} s from this machine.`
  return [
    failure(
      'clock',
      message,
      'Synchronize both with NTP: sign-ins fail when they differ by more than a minute.',
    ),
  ]
}

async function checkLocks({ name, client }: Checked): Promise<Finding[]> {
  const { rows } = await client.query(`select
      count(*) filter (where wait_event_type = 'Lock' and now() - query_start > interval '10 s')::int as waiting,
      count(*) filter (where state like 'idle in transaction%' and now() - state_change > interval '5 min')::int as idle,
      count(*) filter (where state = 'active' and wait_event_type is distinct from 'Lock'
        and now() - xact_start > interval '1 hour')::int as long
    from pg_stat_activity where datname = current_database()`)
  const { waiting, idle, long } = rows[0]
  const found = [
    ...(waiting > 0
      ? [waiting === 1 ? '1 statement waits for a lock' : `${waiting} statements wait for locks`]
      : []),
    ...(idle > 0 ? [idle === 1 ? '1 transaction was left open' : `${idle} transactions were left open`] : []),
    ...(long > 0
      ? [`${long} ${long === 1 ? 'transaction has' : 'transactions have'} been running for more than an hour`]
      : []),
  ]
  if (found.length === 0) return []
  return [
    warning(
      'database',
      `In the ${name} database, ${found.join(', ')}.`,
      'Find them in pg_stat_activity (pg_blocking_pids names who blocks) and end them.',
    ),
  ]
}

async function checkBloat({ name, client }: Checked): Promise<Finding[]> {
  const { rows } = await client.query(`select relname from pg_stat_user_tables
    where n_dead_tup > 100000 and n_dead_tup > n_live_tup order by n_dead_tup desc limit 5`)
  if (rows.length === 0) return []
  const tables = rows.map(({ relname }) => relname).join(', ')
  const message = `More than half of these tables of ${name} are deleted rows: ${tables}.`
  return [warning('database', message, 'Check that autovacuum is on, and run VACUUM ANALYZE once.')]
}

async function checkMigrations({ name, client }: Checked, folder: URL): Promise<Finding[]> {
  const { applied, pending, unknown, edited } = await inspectMigrations(client, folder)
  if (edited.length > 0) return [refusedMigrations(name, edited)]
  if (pending.length > 0) {
    const message = `${pending.length} migrations of the ${name} database have not run.`
    return [warning('migrations', message, 'Restart the service, or run `atrium migrate`.')]
  }
  if (unknown.length > 0) {
    const message = `The ${name} database was migrated by a newer version of Atrium (${unknown.join(', ')}).`
    return [warning('migrations', message, 'Complete the upgrade on this machine.')]
  }
  return [ok('migrations', `All ${applied.length} migrations of the ${name} database have run.`)]
}

export function refusedMigrations(name: string, edited: string[]) {
  const message = `The ${name} database ran different versions of these migrations: ${edited.join(', ')}.`
  return failure('migrations', message, 'Restore the released files; no service starts with others.')
}

async function checkKeyAge({ client }: Checked): Promise<Finding[]> {
  const { rows: tables } = await client.query("select to_regclass('signing_keys') is not null as exists")
  if (!tables[0].exists) return []
  const { rows } =
    await client.query(`select floor(extract(epoch from now() - max(signs_from)) / 86400)::int as days
    from signing_keys where signs_from <= now() and verifies_until is null`)
  const days = rows[0].days ?? 0
  if (days <= KEY_DAYS) return [ok('signing keys', `The signing key is ${days} days old.`)]
  return [
    warning(
      'signing keys',
      `The signing key is ${days} days old.`,
      'Rotate it: `atrium keys:rotate`. Nobody is signed out.',
    ),
  ]
}

async function checkConsumers({ name: service, client }: Checked): Promise<Finding[]> {
  const { rows: tables } = await client.query("select to_regclass('event_consumers') is not null as exists")
  if (!tables[0].exists) return []
  const { rows } = await client.query<ConsumerLag>(
    service === 'tasks' ? consumerLagsQuery('activity') : consumerLagsQuery('audit_entries', 'at'),
  )
  return rows.flatMap(({ name, seconds }) => {
    const minutes = Math.floor(seconds / 60)
    if (minutes < CONSUMER_WARNING_MINUTES) return []
    return [
      warning(
        'events',
        `The consumer "${name}" has not handled events of the last ${minutes} minutes.`,
        `Look for "a consumer of events failed" in the log of the ${service} service. It continues where it stopped.`,
      ),
    ]
  })
}

async function checkWebhooks({ name, client }: Checked): Promise<Finding[]> {
  const { rows: tables } = await client.query(
    "select to_regclass('webhook_deliveries') is not null as exists",
  )
  if (!tables[0].exists) return []
  const { rows } = await client.query<{ disabled: number; failing: number }>(`select
      count(*) filter (where not is_enabled)::int as disabled,
      count(*) filter (where is_enabled and failures > 0)::int as failing
    from webhooks where disabled_reason is not null or failures > 0`)
  const { disabled = 0, failing = 0 } = rows[0] ?? {}
  if (disabled + failing === 0) return []
  const message = `Webhooks of the ${name} service: ${failing} fail at the moment, ${disabled} were turned off.`
  return [warning('webhooks', message, 'Their lists of deliveries say what the receivers answered.')]
}
