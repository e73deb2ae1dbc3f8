import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@atrium/core/errors'
import { openClient } from '@atrium/database/servers'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { ArchiveWriter } from './archive.ts'

interface Table {
  schema: string
  name: string
  columns: string[]
}

export interface DumpedDatabase {
  migrations: string[]
  tables: Table[]
}

export interface Snapshot extends DumpedDatabase {
  /** Returns how many rows each table has. */
  write: (archive: ArchiveWriter, folder: string) => Promise<Record<string, number>>
  close: () => Promise<void>
}

/** A consistent state of the database; other connections can keep writing. */
export async function takeSnapshot(url: string): Promise<Snapshot> {
  const client = await openClient(url)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const tables = await listTables(client)
    if (tables.length === 0)
      throw new StartRefused('There is nothing to back up: this installation has never been started.')
    const write = async (archive: ArchiveWriter, folder: string) => {
      const counts: Record<string, number> = {}
      for (const table of tables) {
        const rows = client.query(to(`copy ${copyTarget(client, table)} to stdout`))
        await archive.addStream(`${folder}/${fileOf(table)}`, rows)
        counts[`${table.schema}.${table.name}`] = rows.rowCount
      }
      return counts
    }
    return { migrations: await listMigrations(client), tables, write, close: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
}

export function fileOf({ schema, name }: Table) {
  return `${schema}.${name}.copy`
}

/** Replaces the content of the database with that of the backup, in one transaction. */
export async function loadDatabase(url: string, folder: string, tables: Table[]) {
  const client = await openClient(url)
  try {
    await client.query('begin')
    await suspendReferences(client)
    const names = tables.map(({ schema, name }) => `${schema}.${client.escapeIdentifier(name)}`)
    await client.query(`truncate ${names.join(', ')} cascade`)
    for (const table of tables) {
      const rows = client.query(from(`copy ${copyTarget(client, table)} from stdin`))
      await pipeline(readParts(folder, fileOf(table)), rows)
      await advanceSequence(client, table)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** A table of a backup is one file or several, in order. */
async function* readParts(folder: string, name: string) {
  const files = (await readdir(folder)).filter(file => file === name || file.startsWith(`${name}.`))
  for (const file of files.sort()) yield* createReadStream(join(folder, file))
}

/** Refuses a database in which someone has an account. */
export async function requireEmpty(url: string, advice: string) {
  const client = await openClient(url)
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as started")
    const isEmpty = !rows[0].started || (await client.query('select from users limit 1')).rowCount === 0
    if (!isEmpty) throw new StartRefused(`This installation already contains data. ${advice}`)
  } finally {
    await client.end()
  }
}

/** Tables reference each other in circles, so some rows are inserted before those they reference. */
export async function suspendReferences(client: pg.Client) {
  await client.query("set local session_replication_role = 'replica'").catch(error => {
    throw new StartRefused(
      `Restoring requires a database role that can set session_replication_role: ${error.message}`,
    )
  })
}

export async function advanceSequence(client: pg.Client, { schema, name, columns }: Table) {
  if (!columns.includes('id')) return
  const table = `${schema}.${client.escapeIdentifier(name)}`
  const { rows } = await client.query<{ sequence: string | null }>(
    `select pg_get_serial_sequence($1, 'id') as sequence`,
    [table],
  )
  const sequence = rows[0]?.sequence // none where ids are not numbers
  if (sequence)
    await client.query(`select setval($1, greatest((select max(id) from ${table}), 1))`, [sequence])
}

/** Our tables and those of the queue, without the lists of migrations, which a restore writes when it migrates. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select columns.table_schema as schema, columns.table_name as name,
      array_agg(columns.column_name::text order by columns.ordinal_position) as columns
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'
      and table_name not in ('schema_migrations', 'migrations') and is_generated = 'NEVER'
    group by 1, 2 order by 1, 2`)
  return rows
}

function copyTarget(client: pg.Client, { schema, name, columns }: Table) {
  const quote = (text: string) => client.escapeIdentifier(text)
  return `${quote(schema)}.${quote(name)} (${columns.map(quote).join(', ')})`
}

async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name')
  return rows.map(({ name }) => name)
}
