import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@atrium/http/errors'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { copyTarget, listMigrations, listTables, type Table } from './database-tables.ts'

export interface DumpedDatabase {
  migrations: string[]
  tables: Table[]
}

/** One moment of the database, while everybody else goes on working with it. */
export async function dumpDatabase(url: string, folder: string): Promise<DumpedDatabase> {
  await mkdir(folder, { recursive: true })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const tables = await listTables(client)
    if (tables.length === 0)
      throw new StartRefused('There is nothing to back up: this installation was never started.')
    for (const table of tables) {
      const rows = client.query(to(`copy ${copyTarget(client, table)} to stdout`))
      await pipeline(rows, createWriteStream(join(folder, fileOf(table)), { mode: 0o600 }))
    }
    return { migrations: await listMigrations(client), tables }
  } finally {
    await client.end()
  }
}

export function fileOf({ schema, name }: Table) {
  return `${schema}.${name}.copy`
}
