import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@atrium/core/errors'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { copyTarget, type Table } from './database-tables.ts'
import { fileOf } from './dump-database.ts'

/** Replaces what the database holds by what the backup holds, all of it or nothing. */
export async function loadDatabase(url: string, folder: string, tables: Table[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
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

/** Tables refer to one another in circles, so rows come before what they refer to. */
async function suspendReferences(client: pg.Client) {
  await client.query("set local session_replication_role = 'replica'").catch(error => {
    throw new StartRefused(
      `Restoring requires a database role that can set session_replication_role: ${error.message}`,
    )
  })
}

async function advanceSequence(client: pg.Client, { schema, name, columns }: Table) {
  if (!columns.includes('id')) return
  const table = `${schema}.${client.escapeIdentifier(name)}`
  await client.query(
    `select setval(sequence, greatest((select max(id) from ${table}), 1))
     from pg_get_serial_sequence($1, 'id') as sequence where sequence is not null`,
    [table],
  )
}
