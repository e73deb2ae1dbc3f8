import { StartRefused } from '@atrium/core/errors'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import type { ArchiveWriter } from './archive.ts'
import { copyTarget, listMigrations, listTables, type Table } from './database-tables.ts'

export interface DumpedDatabase {
  migrations: string[]
  tables: Table[]
}

export interface Snapshot extends DumpedDatabase {
  write: (archive: ArchiveWriter, folder: string) => Promise<void>
  close: () => Promise<void>
}

/** One moment of the database, while everybody else goes on working with it. */
export async function takeSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the statement under way fails with it
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const tables = await listTables(client)
    if (tables.length === 0)
      throw new StartRefused('There is nothing to back up: this installation has never been started.')
    const write = async (archive: ArchiveWriter, folder: string) => {
      for (const table of tables) {
        const rows = client.query(to(`copy ${copyTarget(client, table)} to stdout`))
        await archive.addStream(`${folder}/${fileOf(table)}`, rows)
      }
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
