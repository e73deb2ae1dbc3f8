import { mkdtemp, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StartRefused } from '@atrium/core/errors'
import { migrate } from '@atrium/database/migrate'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { prepareJobs } from '@atrium/jobs/jobs'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import pg from 'pg'
import {
  type ArchiveWriter,
  bytesOf,
  readArchive,
  readJson,
  unpackArchive,
  writeArchive,
} from '../backup/archive.ts'
import { type DumpedDatabase, fileOf, loadDatabase, takeSnapshot } from '../backup/database-copy.ts'
import {
  addInstallationFiles,
  listNotIncluded,
  refuseOtherSecrets,
  restoreInstallationFiles,
} from '../backup/installation-files.ts'
import { startDatabase, withDatabase } from '../embedded-database.ts'
import type { Installation } from '../installation.ts'
import type { Command } from './command.ts'

/** Format 1 stored each table as one file, without checksums. */
const FORMAT = 2
const READABLE = [1, FORMAT]

interface Manifest {
  format: number
  createdAt: string
  databases: Record<'identity' | 'tasks', DumpedDatabase>
}

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: 'FILE [--verify]',
    summary: 'back up both databases, keys, secrets and files to FILE and verify it; Atrium can keep running',
    options: { verify: { type: 'boolean' } },
    takes: ['FILE'],
    run: async (installation, _values, [name = '']) => {
      const file = resolve(name)
      await withDatabase(installation, () => backUp(installation, file))
      const { size } = await stat(file)
      const notIncluded = listNotIncluded(installation)
      return {
        json: { file, bytes: size, verified: true, not_included: notIncluded },
        text: [
          `Backup written to ${file} (${Math.ceil(size / 1024)} KiB, verified).`,
          ...notIncluded.map(what => `Not included: ${what}.`),
        ].join('\n'),
      }
    },
  },
  'backup:verify': {
    usage: 'FILE',
    summary: 'check that FILE is a complete backup (same as `backup --verify FILE`)',
    takes: ['FILE'],
    run: async (_installation, _values, [name = '']) => {
      const file = resolve(name)
      const { createdAt } = await verify(file)
      const { size } = await stat(file)
      return {
        json: { file, bytes: size, created_at: createdAt, verified: true },
        text: `${file} is a complete backup from ${createdAt}.`,
      }
    },
  },
  restore: {
    usage: 'FILE',
    summary: 'restore everything from FILE into an empty installation',
    takes: ['FILE'],
    run: async (installation, _values, [name = '']) => {
      const { createdAt } = await restore(installation, resolve(name))
      return { json: { createdAt }, text: `Restored the backup from ${createdAt}.` }
    },
  },
}

async function backUp(installation: Installation, file: string) {
  const { IDENTITY_DATABASE_URL = '', TASKS_DATABASE_URL = '' } = installation.environment
  const identity = await takeSnapshot(IDENTITY_DATABASE_URL)
  try {
    const tasks = await takeSnapshot(TASKS_DATABASE_URL)
    try {
      const databases = { identity: described(identity), tasks: described(tasks) }
      const manifest: Manifest = { format: FORMAT, createdAt: new Date().toISOString(), databases }
      const fill = async (archive: ArchiveWriter) => {
        await archive.add('manifest.json', JSON.stringify(manifest))
        await identity.write(archive, 'identity')
        await tasks.write(archive, 'tasks')
        // Files after the rows that reference them, so that every referenced file is included.
        await addInstallationFiles(archive, installation)
      }
      await writeArchive(file, fill, async written => void (await verify(written)))
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
async function verify(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined
  const names = await readArchive(file, async (name, content) => {
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

async function restore(installation: Installation, file: string): Promise<Manifest> {
  const folder = await mkdtemp(join(installation.dataFolder, 'restoring-'))
  try {
    await unpackArchive(file, folder)
    const manifest = requireReadable(await readJson(join(folder, 'manifest.json')), file)
    await refuseOtherSecrets(installation, join(folder, 'data'))
    const { IDENTITY_DATABASE_URL = '', TASKS_DATABASE_URL = '' } = installation.environment
    const postgres = await startDatabase(installation) // refuses while the system runs
    try {
      for (const url of [IDENTITY_DATABASE_URL, TASKS_DATABASE_URL]) await requireEmpty(url)
      const { identity, tasks } = manifest.databases
      await fill(IDENTITY_DATABASE_URL, identityMigrations, join(folder, 'identity'), identity)
      await fill(TASKS_DATABASE_URL, tasksMigrations, join(folder, 'tasks'), tasks)
      await restoreInstallationFiles(installation, join(folder, 'data'))
    } finally {
      await postgres?.stop()
    }
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function requireEmpty(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as started")
    const isEmpty = !rows[0].started || (await client.query('select from users limit 1')).rowCount === 0
    if (!isEmpty)
      throw new StartRefused(
        'This installation already contains data. Restore into an empty ATRIUM_DATA or empty databases.',
      )
  } finally {
    await client.end()
  }
}

/** Creates the tables as they were at the time of the backup, loads the rows, then runs newer migrations. */
async function fill(url: string, migrations: URL, folder: string, dumped: DumpedDatabase) {
  await migrate(url, migrations, dumped.migrations)
  await prepareJobs(url)
  await loadDatabase(url, folder, dumped.tables)
  await migrate(url, migrations)
}

function requireReadable(manifest: Manifest | undefined, file: string): Manifest {
  if (!manifest || !READABLE.includes(manifest.format))
    throw new StartRefused(`${file} is not a backup that this version can read.`)
  return manifest
}
