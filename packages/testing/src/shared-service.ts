import pg from 'pg'
import { atProcessEnd, forProcess } from './process-end.ts'

interface Shared<Service> {
  service: Service
  /** Brings back the state in which the service was started. */
  restore: () => Promise<void>
}

/**
 * Returns a function that starts a service for the first test file of this process and lends it to the files after it,
 * as if it had just been started. Copying databases, starting services and warming up their connections takes longer
 * than the tests of most files.
 */
export function shareBetweenFiles<Service>(start: () => Promise<Shared<Service>>) {
  let shared: Promise<Shared<Service>> | undefined
  return async () => {
    if (shared) await (await shared).restore()
    shared ??= forProcess(start)
    return (await shared).service
  }
}

/** Remembers what tests replace in the dependencies of a service, such as the clock. */
export function rememberDeps<Deps extends { settings: object }>(deps: Deps) {
  const before = { ...deps }
  const settings = { ...deps.settings }
  return () => {
    Object.assign(deps, before)
    Object.assign(deps.settings, settings)
  }
}

/** A transaction that a test left open would block the next file for ever. */
const LOCK_TIMEOUT_SECONDS = 60

/**
 * Remembers the rows of a database and returns a function that brings them back: it deletes all others, and no trigger
 * or foreign key runs meanwhile. Sequences go on, so an id never means two records. The service behind `bus` learns on
 * `channel` that it missed changes, and empties its caches.
 */
export async function rememberRows(url: string, { channel, bus }: Listening) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  atProcessEnd(() => client.end())
  const statements = await restoringStatements(client)
  await client.query(`set session_replication_role = replica; set lock_timeout = '${LOCK_TIMEOUT_SECONDS}s'`)
  let noteGap = () => {}
  bus.onGap(() => noteGap())
  return async () => {
    const { promise: emptied, resolve } = Promise.withResolvers<void>()
    noteGap = resolve
    await client.query([...statements, `notify ${channel}, '{}'`].join(';\n'))
    await emptied
  }
}

interface Listening {
  channel: string
  bus: { onGap: (listener: () => void) => void }
}

async function restoringStatements(client: pg.Client) {
  const { rows: tables } = await client.query<Table>(TABLES)
  await client.query('create schema remembered')
  const statements: string[] = []
  for (const { name, columns } of tables) {
    statements.push(`delete from ${name}`)
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (!rowCount) continue
    const copy = `remembered.${client.escapeIdentifier(name)}`
    await client.query(`create table ${copy} as select ${columns} from ${name}`)
    statements.push(`insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`)
  }
  return statements
}

interface Table {
  name: string
  /** The columns that are not computed from others. */
  columns: string
}

const TABLES = `
  select format('%I.%I', nspname, relname) as name,
    (select string_agg(quote_ident(attname), ', ') from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname <> 'information_schema' and nspname not like 'pg\\_%'`
