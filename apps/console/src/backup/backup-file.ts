import { StartRefused } from '@atrium/core/errors'
import { migrate } from '@atrium/database/migrate'
import { prepareJobs } from '@atrium/jobs/jobs'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import { type ArchiveWriter, bytesOf, readArchive, writeArchive } from './archive.ts'
import { describeBackup } from './backup-address.ts'
import { type DumpedDatabase, fileOf, loadDatabase, takeSnapshot } from './database-copy.ts'
import { addInstallationFiles } from './installation-files.ts'

/** Format 1 stored each table as one file, without checksums. */
const FORMAT = 2
const READABLE = [1, FORMAT]

export interface Manifest {
  format: number
  createdAt: string
  databases: Record<'identity' | 'tasks', DumpedDatabase>
}

/** Rows of each table, to compare a restored database with. Backups of earlier releases lack it. */
export const COUNTS = 'counts.json'

export type RowCounts = Record<'identity' | 'tasks', Record<string, number>>

export async function backUp(installation: Installation, address: string) {
  const urls = directDatabaseUrls(installation)
  const identity = await takeSnapshot(urls.identity)
  try {
    const tasks = await takeSnapshot(urls.tasks)
    try {
      const databases = { identity: described(identity), tasks: described(tasks) }
      const manifest: Manifest = { format: FORMAT, createdAt: new Date().toISOString(), databases }
      const fill = async (archive: ArchiveWriter) => {
        await archive.add('manifest.json', JSON.stringify(manifest))
        const counts: RowCounts = {
          identity: await identity.write(archive, 'identity'),
          tasks: await tasks.write(archive, 'tasks'),
        }
        await archive.add(COUNTS, JSON.stringify(counts))
        // Files after the rows that reference them, so that every referenced file is included.
        await addInstallationFiles(archive, installation)
      }
      await writeArchive(address, fill, async written => void (await verify(written)))
    } finally {
      await tasks.close()
    }
  } finally {
    await identity.close()
  }
}

function described({ migrations, tables }: DumpedDatabase): DumpedDatabase {
  return { migrations, tables }
}

/** Checks that every byte is intact and that every table and both keys are included. */
export async function verify(address: string): Promise<Manifest> {
  const file = describeBackup(address)
  let manifest: Manifest | undefined
  const names = await readArchive(address, async (name, content) => {
    if (name === 'manifest.json') manifest = JSON.parse((await bytesOf(content)).toString())
    else for await (const _chunk of content);
  })
  const checked = requireReadable(manifest, file)
  const expected = (['identity', 'tasks'] as const).flatMap(database =>
    checked.databases[database].tables.map(table => `${database}/${fileOf(table)}`),
  )
  const missing = [...expected, 'data/keys/private.pem', 'data/secrets.env'].find(
    name => !names.some(found => found === name || found.startsWith(`${name}.`)),
  )
  if (missing) throw new StartRefused(`${file} is not a complete backup: ${missing} is missing`)
  return checked
}

/** Creates the tables as they were at the time of the backup, loads the rows, then runs newer migrations. */
export async function fill(url: string, migrations: URL, folder: string, dumped: DumpedDatabase) {
  await migrate(url, migrations, dumped.migrations)
  await prepareJobs(url)
  await loadDatabase(url, folder, dumped.tables)
  await migrate(url, migrations)
}

export function requireReadable(manifest: Manifest | undefined, file: string): Manifest {
  if (!manifest || !READABLE.includes(manifest.format))
    throw new StartRefused(`${file} is not a backup that this version can read.`)
  return manifest
}
