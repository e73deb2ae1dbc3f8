import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import { readJson, unpackArchive } from '../backup/archive.ts'
import { backupAddress, describeBackup, sizeOfBackup } from '../backup/backup-address.ts'
import { backUp, fill, type Manifest, requireReadable, verify } from '../backup/backup-file.ts'
import { requireEmpty } from '../backup/database-copy.ts'
import {
  listNotIncluded,
  refuseOtherSecrets,
  restoreInstallationFiles,
} from '../backup/installation-files.ts'
import { runScheduledBackup } from '../backup/scheduled-backup.ts'
import { startDatabase, withDatabase } from '../embedded-database.ts'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import type { Command } from './command.ts'

export const backupCommands: Record<string, Command> = {
  backup: {
    usage: 'FILE [--verify]',
    summary:
      'back up both databases, keys, secrets and files to FILE, a path or s3://KEY:SECRET@HOST/BUCKET/PATH, and verify it; Atrium can keep running',
    options: { verify: { type: 'boolean' } },
    takes: ['FILE'],
    run: async (installation, _values, [name = '']) => {
      const address = backupAddress(name)
      await withDatabase(installation, () => backUp(installation, address))
      const size = await sizeOfBackup(address)
      const file = describeBackup(address)
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
    withoutInstallation: 'work',
    run: async (_installation, _values, [name = '']) => {
      const address = backupAddress(name)
      const { createdAt } = await verify(address)
      const size = await sizeOfBackup(address)
      const file = describeBackup(address)
      return {
        json: { file, bytes: size, created_at: createdAt, verified: true },
        text: `${file} is a complete backup from ${createdAt}.`,
      }
    },
  },
  'backup:run': {
    usage: '',
    summary:
      'make a backup in BACKUP_FOLDER as BACKUP_SCHEDULE does: try to restore it, then delete all but the newest BACKUP_KEEP',
    run: async installation => {
      const { file, bytes, rows, deleted } = await withDatabase(installation, () =>
        runScheduledBackup(installation),
      )
      return {
        json: { file, bytes, restored_rows: rows, deleted },
        text: [
          `Backup written to ${file} (${Math.ceil(bytes / 1024)} KiB), and restored on trial: all ${rows} rows are there.`,
          ...deleted.map(old => `Deleted ${old}.`),
        ].join('\n'),
      }
    },
  },
  restore: {
    usage: 'FILE',
    summary: 'restore everything from FILE into an empty installation',
    takes: ['FILE'],
    withoutInstallation: 'create',
    run: async (installation, _values, [name = '']) => {
      const { createdAt } = await restore(installation, backupAddress(name))
      return { json: { createdAt }, text: `Restored the backup from ${createdAt}.` }
    },
  },
}

async function restore(installation: Installation, address: string): Promise<Manifest> {
  const folder = await mkdtemp(join(installation.dataFolder, 'restoring-'))
  try {
    await unpackArchive(address, folder)
    const manifest = requireReadable(await readJson(join(folder, 'manifest.json')), describeBackup(address))
    await refuseOtherSecrets(installation, join(folder, 'data'))
    const urls = directDatabaseUrls(installation)
    const postgres = await startDatabase(installation) // refuses while the system runs
    try {
      for (const url of Object.values(urls))
        await requireEmpty(url, 'Restore into an empty ATRIUM_DATA or empty databases.')
      const { identity, tasks } = manifest.databases
      await fill(urls.identity, identityMigrations, join(folder, 'identity'), identity)
      await fill(urls.tasks, tasksMigrations, join(folder, 'tasks'), tasks)
      await restoreInstallationFiles(installation, join(folder, 'data'))
    } finally {
      await postgres?.stop()
    }
    return manifest
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
