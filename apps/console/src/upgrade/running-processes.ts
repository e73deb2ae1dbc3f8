import { readFile } from 'node:fs/promises'
import { compareVersions, version } from '@atrium/core/version'
import type pg from 'pg'
import { type Finding, failure, ok, warning } from '../doctor/finding.ts'

/** From this release on, services work on the schema of the next release. */
export const FIRST_TO_KEEP_RUNNING = '0.2.0'

/** Services that said so in the last two minutes. */
export interface RunningProcesses {
  service: string
  version: string
  count: number
}

/** Connections that look like those of a service which has not reported itself, such as one older than 0.2.0. */
export interface UnreportedConnections {
  service: string
  connections: number
}

export async function listRunning(service: string, client: pg.Client): Promise<RunningProcesses[]> {
  if (!(await hasTable(client, 'instances'))) return []
  const { rows } = await client.query(`select version, count(*)::int as count from instances
    where seen_at > now() - interval '2 minutes' group by version order by version`)
  return rows.map(row => ({ service, ...row }))
}

/**
 * Each process of a service listens for events with one connection, unless Redis carries them. If none has reported
 * itself, any nameless connection of the same role counts: programs such as psql and pg_dump have names.
 */
export async function findUnreported(
  service: string,
  client: pg.Client,
  running: RunningProcesses[],
): Promise<UnreportedConnections | undefined> {
  const { rows } = await client.query<{ listeners: number; nameless: number }>(
    `select count(*) filter (where application_name = $1)::int as listeners,
       count(*) filter (where application_name = '')::int as nameless
     from pg_stat_activity where datname = current_database() and usename = current_user
       and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [`atrium_${service} listener`],
  )
  const { listeners = 0, nameless = 0 } = rows[0] ?? {}
  const reported = running.reduce((sum, { count }) => sum + count, 0)
  const connections = reported > 0 ? Math.max(0, listeners - reported) : listeners + nameless
  return connections > 0 ? { service, connections } : undefined
}

/** A migration that removes something names the release that stopped using it: docs/releasing.md. */
export async function readOldestRelease(migrations: URL, pending: string[]) {
  const releases = [FIRST_TO_KEEP_RUNNING]
  for (const name of pending) {
    const text = await readFile(new URL(`${name}.sql`, migrations), 'utf8')
    releases.push(/^-- Contract: unused since (\d+\.\d+\.\d+)/m.exec(text)?.[1] ?? FIRST_TO_KEEP_RUNNING)
  }
  return newest(releases)
}

export function newest(releases: string[]) {
  return releases.toSorted(compareVersions).at(-1) ?? FIRST_TO_KEEP_RUNNING
}

interface Processes {
  running: RunningProcesses[]
  unreported: UnreportedConnections[]
  keepsRunningSince: string
}

export function checkProcesses({ running, unreported, keepsRunningSince }: Processes): Finding[] {
  if (running.length + unreported.length === 0)
    return [
      ok(
        'instances',
        'No service has reported in the last two minutes, and nothing else is connected to the databases.',
      ),
    ]
  return [
    ...running.map(each => checkVersion(each, keepsRunningSince)),
    ...unreported.map(({ service, connections }) =>
      warning(
        'instances',
        `${connections === 1 ? 'A connection' : `${connections} connections`} to the ${service} database may belong to a service that has not reported its version, as those before ${FIRST_TO_KEEP_RUNNING} never do.`,
        `Stop that service before you run \`atrium upgrade\`: only ${keepsRunningSince} and newer keep running.`,
      ),
    ),
  ]
}

function checkVersion({ service, version: running, count }: RunningProcesses, keepsRunningSince: string) {
  const message = `${service} runs version ${running} in ${count === 1 ? '1 process' : `${count} processes`}.`
  if (compareVersions(running, version) > 0)
    return failure('instances', message, 'Use the program of that version.')
  if (compareVersions(running, keepsRunningSince) < 0)
    return warning(
      'instances',
      message,
      `Stop it before you run \`atrium upgrade\`: only ${keepsRunningSince} and newer keep running on the new schema.`,
    )
  return ok('instances', message)
}

export async function hasTable(client: pg.Client, name: string) {
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [name])
  return rows[0].exists as boolean
}
