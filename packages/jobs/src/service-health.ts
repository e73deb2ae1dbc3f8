import { type Kysely, sql } from 'kysely'
import { countJobs, oldestJobs } from './jobs.ts'
import type { Instance, Retention, ServiceHealth } from './service-health.contract.ts'

/** How a service is doing: its processes, its database and its queue. */
export async function getServiceHealth<Database>(
  db: Kysely<Database>,
  retention: Retention[],
): Promise<ServiceHealth> {
  const [instances, database, emails, jobs, oldest] = await Promise.all([
    listInstances(db),
    describeDatabase(db),
    countJobs(db, 'mail'),
    countJobs(db, 'other'),
    oldestJobs(db),
  ])
  return {
    instances,
    database,
    emails: { ...emails, oldestSeconds: oldest.mail },
    retention,
    jobs: { ...jobs, oldestSeconds: oldest.other },
  }
}

/** Instances of the last hour: crashed ones stay listed for that long. */
async function listInstances<Database>(db: Kysely<Database>) {
  const { rows } = await sql<Instance>`
    select instance, version, host, worker, started_at, seen_at, state, seen_at > now() - interval '2 minutes' as is_alive
    from instances where seen_at > now() - interval '1 hour' order by host, worker, started_at`.execute(db)
  return rows
}

async function describeDatabase<Database>(db: Kysely<Database>) {
  const { rows } = await sql<ServiceHealth['database']>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max_connections`.execute(db)
  return rows[0] ?? { version: '', bytes: 0, connections: 0, maxConnections: 0 }
}
