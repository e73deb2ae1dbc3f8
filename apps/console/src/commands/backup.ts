import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate } from '@atrium/database/migrate'
import { StartRefused } from '@atrium/http/errors'
import { migrations as identityMigrations } from '@atrium/identity/deps'
import { prepareJobs } from '@atrium/jobs/jobs'
import { migrations as tasksMigrations } from '@atrium/tasks/deps'
import pg from 'pg'
import { packFolder, unpackFolder } from '../backup/archive.ts'
import { type DumpedDatabase, dumpDatabase } from '../backup/dump-database.ts'
import { loadDatabase } from '../backup/load-database.ts'
import { startDatabase, withDatabase } from '../embedded-database.ts'
import type { Installation } from '../installation.ts'
import type { Command } from './command.ts'

const FORMAT = 1
/** What lies beside the databases; what is not there is not missed. */
const KEPT = ['keys', 'secrets.env', 'files', 'owner-password']

interface Manifest {
  format: number
  createdAt: string
  databases: Record<'identity' | 'tasks', DumpedDatabase>
}

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: 'FILE',
    summary: 'write everything into FILE: both databases, keys and files; works while the system runs',
    takes: ['FILE'],
    run: async (installation, _values, [name = '']) => {
      const file = resolve(name)
      await withDatabase(installation, () => backUp(installation, file))
      const { size } = await stat(file)
      return {
        json: { file, bytes: size },
        text: `Everything is in ${file} (${Math.ceil(size / 1024)} KiB).`,
      }
    },
  },
  restore: {
    usage: 'FILE',
    summary: 'bring everything back from FILE into an installation that holds nothing yet',
    takes: ['FILE'],
    run: async (installation, _values, [name = '']) => {
      const { createdAt } = await inTemporaryFolder(folder => restore(installation, resolve(name), folder))
      return { json: { createdAt }, text: `Everything is as it was at ${createdAt}.` }
    },
  },
}

async function backUp({ environment, dataFolder }: Installation, file: string) {
  const { IDENTITY_DATABASE_URL = '', TASKS_DATABASE_URL = '' } = environment
  await inTemporaryFolder(async folder => {
    const databases = {
      identity: await dumpDatabase(IDENTITY_DATABASE_URL, join(folder, 'identity')),
      tasks: await dumpDatabase(TASKS_DATABASE_URL, join(folder, 'tasks')),
    }
    // Files after the rows that tell of them: whatever a row names is there.
    for (const name of KEPT) await copyIfThere(join(dataFolder, name), join(folder, 'data', name))
    const manifest: Manifest = { format: FORMAT, createdAt: new Date().toISOString(), databases }
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    await packFolder(folder, file)
  })
}

async function restore(installation: Installation, file: string, folder: string): Promise<Manifest> {
  await unpackFolder(file, folder)
  const manifest = await readManifest(folder, file)
  const { IDENTITY_DATABASE_URL = '', TASKS_DATABASE_URL = '' } = installation.environment
  const postgres = await startDatabase(installation) // refuses while the system runs
  try {
    for (const url of [IDENTITY_DATABASE_URL, TASKS_DATABASE_URL]) await requireEmpty(url)
    await fill(
      IDENTITY_DATABASE_URL,
      identityMigrations,
      join(folder, 'identity'),
      manifest.databases.identity,
    )
    await fill(TASKS_DATABASE_URL, tasksMigrations, join(folder, 'tasks'), manifest.databases.tasks)
    for (const name of KEPT)
      await copyIfThere(join(folder, 'data', name), join(installation.dataFolder, name))
  } finally {
    await postgres?.stop()
  }
  return manifest
}

async function requireEmpty(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('public.users') is not null as started")
    const isEmpty = !rows[0].started || (await client.query('select from users limit 1')).rowCount === 0
    if (!isEmpty)
      throw new StartRefused(
        'This installation holds data; restore into an empty ATRIUM_DATA or empty databases.',
      )
  } finally {
    await client.end()
  }
}

/** The tables as they were at the time of the backup, then the rows, then whatever was added to the tables since. */
async function fill(url: string, migrations: URL, folder: string, dumped: DumpedDatabase) {
  await migrate(url, migrations, dumped.migrations)
  await prepareJobs(url)
  await loadDatabase(url, folder, dumped.tables)
  await migrate(url, migrations)
}

async function readManifest(folder: string, file: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => '{}')
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== FORMAT)
    throw new StartRefused(`${file} is not a backup that this version can read.`)
  return manifest
}

async function copyIfThere(source: string, target: string) {
  if (existsSync(source)) await cp(source, target, { recursive: true, force: true })
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-backup-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
