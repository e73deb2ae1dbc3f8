import { join } from 'node:path'
import { StartRefused } from '@atrium/core/errors'
import { openClient } from '@atrium/database/servers'
import { directDatabaseUrls, type Installation } from '../installation.ts'
import {
  backupAddress,
  backupIn,
  deleteBackup,
  describeBackup,
  listBackups,
  makeBackupFolder,
  sizeOfBackup,
  workFolderOf,
} from './backup-address.ts'
import { backUp } from './backup-file.ts'
import { tryRestore } from './try-restore.ts'

const KEPT = 7
/** Only files of this form are ever deleted. */
const OWN_NAME = /^atrium-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/

/** Makes a backup, restores it on trial and deletes old ones. Its outcome is recorded, for the administrators to see. */
export async function runScheduledBackup(installation: Installation) {
  const { environment } = installation
  const folder = backupFolderOf(installation)
  const keep = readKeep(environment.BACKUP_KEEP)
  const startedAt = new Date()
  const address = backupIn(folder, `atrium-${timestamp(startedAt)}.backup`)
  const file = describeBackup(address)
  const record = await openRecord(directDatabaseUrls(installation).identity, startedAt, file)
  try {
    await makeBackupFolder(folder)
    await backUp(installation, address)
    const rows = await tryRestore(address, workFolderOf(folder, installation.dataFolder))
    const bytes = await sizeOfBackup(address)
    const deleted = await deleteOld(folder, keep)
    await record.finish({ bytes, rows })
    return { file, bytes, rows, deleted }
  } catch (error) {
    await record.finish({ error: (error as Error).message }).catch(() => {})
    throw error
  } finally {
    await record.close()
  }
}

export function backupFolderOf({ environment, dataFolder }: Installation) {
  return backupAddress(environment.BACKUP_FOLDER || join(dataFolder, 'backups'))
}

/** Names sort by it. */
export function timestamp(moment: Date) {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '')}Z`
}

function readKeep(setting: string | undefined) {
  const keep = Number(setting || KEPT)
  if (!Number.isInteger(keep) || keep < 1)
    throw new StartRefused('BACKUP_KEEP must be a number of backups, at least 1.')
  return keep
}

/** A backup that ends without being finished was killed. */
async function openRecord(url: string, startedAt: Date, file: string) {
  const client = await openClient(url)
  const { rows } = await client.query('insert into backups (started_at, file) values ($1, $2) returning id', [
    startedAt,
    file,
  ])
  const { id } = rows[0]
  return {
    finish: ({ bytes, rows: restored, error }: { bytes?: number; rows?: number; error?: string }) =>
      client.query(
        'update backups set finished_at = clock_timestamp(), bytes = $2, restored_rows = $3, error = $4 where id = $1',
        [id, bytes ?? null, restored ?? null, error ?? null],
      ),
    close: () => client.end(),
  }
}

/** The names sort by time. */
async function deleteOld(folder: string, keep: number) {
  const backups = (await listBackups(folder)).filter(name => OWN_NAME.test(name)).sort()
  const old = backups.slice(0, -keep).map(name => backupIn(folder, name))
  for (const address of old) await deleteBackup(address)
  return old.map(describeBackup)
}
