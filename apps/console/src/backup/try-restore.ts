import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '@atrium/core/errors'
import { ensureDatabase, startEmbeddedPostgres } from '@atrium/database/embedded-postgres'
import { openClient } from '@atrium/database/servers'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import { readJson, unpackArchive } from './archive.ts'
import { describeBackup } from './backup-address.ts'
import { COUNTS, fill, type Manifest, type RowCounts, requireReadable } from './backup-file.ts'

const services = { identity: identityMigrations, tasks: tasksMigrations }

/**
 * Restores a backup into two scratch databases and compares the number of rows of each table with the original. On a
 * server of its own, so that the real one is neither burdened nor needs a role that can create databases. Returns how
 * many rows there are.
 */
export async function tryRestore(address: string, workFolder: string) {
  const folder = await mkdtemp(join(workFolder, 'trial-'))
  try {
    const content = join(folder, 'content')
    await unpackArchive(address, content)
    const manifest = requireReadable(await readJson(join(content, 'manifest.json')), describeBackup(address))
    const counts = (await readJson(join(content, COUNTS))) as RowCounts
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), { durable: false })
    try {
      const urls = { identity: server.databaseUrl('identity'), tasks: server.databaseUrl('tasks') }
      return await restoreInto(urls, content, manifest, counts)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoreInto(
  urls: Record<'identity' | 'tasks', string>,
  content: string,
  manifest: Manifest,
  counts: RowCounts,
) {
  let total = 0
  for (const name of ['identity', 'tasks'] as const) {
    await ensureDatabase(urls[name])
    await fill(urls[name], services[name], join(content, name), manifest.databases[name])
    total += await compareCounts(urls[name], counts[name])
  }
  return total
}

async function compareCounts(url: string, expected: Record<string, number>) {
  const client = await openClient(url)
  try {
    let total = 0
    for (const [table, count] of Object.entries(expected)) {
      const [schema = '', name = ''] = table.split('.')
      const quoted = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
      const { rows } = await client.query(`select count(*)::float8 as found from ${quoted}`)
      const { found } = rows[0]
      if (found !== count)
        throw new StartRefused(`The restored table ${table} has ${found} rows instead of ${count}.`)
      total += count
    }
    return total
  } finally {
    await client.end()
  }
}
