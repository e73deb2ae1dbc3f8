import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { StartRefused } from '@atrium/core/errors'
import type { Measure } from '@atrium/core/measure'
import { isCrontab } from '@atrium/jobs/jobs'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Settings } from '#settings.ts'

const consoleMain = fileURLToPath(new URL('../../../../console/src/main.ts', import.meta.url))
/** Later than this it cannot be running any more. */
const MAX_HOURS = 12

/** In UTC. The queue adds the job once for all instances, so exactly one of them makes the backup. */
export function backupCrontab({ BACKUP_SCHEDULE }: Settings) {
  if (!BACKUP_SCHEDULE || BACKUP_SCHEDULE === 'external') return []
  const line = `${BACKUP_SCHEDULE} backup ?jobKey=backup&max=1`
  if (!isCrontab(line))
    throw new StartRefused('Invalid settings: BACKUP_SCHEDULE must be a cron expression such as 0 3 * * *.')
  return [line]
}

/** The console makes the backup in a process of its own, with the settings of this one, and records how it went. */
export function backupTasks({ log }: Deps) {
  return {
    backup: async () => {
      const child = spawn(process.execPath, [consoleMain, 'backup:run'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const stop = () => void child.kill()
      process.once('SIGTERM', stop)
      try {
        const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
        if (code === 0) log.info({ job: true }, 'a scheduled backup was made and restored on trial')
        else log.error({ job: true, reason: output.trim() }, 'the scheduled backup failed')
      } finally {
        process.off('SIGTERM', stop)
      }
    },
  }
}

export interface BackupState {
  lastSuccess: { at: string; bytes: number; restoredRows: number } | null
  /** Why the newest backup failed, if it did. */
  error: string | null
}

/** The newest successful backup, and whether the newest attempt failed. */
export async function getBackupState(db: Database): Promise<BackupState> {
  const { rows } = await sql<BackupState['lastSuccess'] & { error: string | null; isSuccess: boolean }>`
    select finished_at as at, bytes, restored_rows, finished_at is not null and error is null as is_success,
      case when finished_at is null and started_at < now() - make_interval(hours => ${sql.lit(MAX_HOURS)})
        then 'It was interrupted.' else error end as error
    from backups where finished_at is not null or started_at < now() - make_interval(hours => ${sql.lit(MAX_HOURS)})
    order by started_at desc limit 100`.execute(db)
  const success = rows.find(({ isSuccess }) => isSuccess)
  return {
    lastSuccess: success
      ? { at: success.at, bytes: success.bytes, restoredRows: success.restoredRows }
      : null,
    error: rows[0]?.error ?? null,
  }
}

export function backupMeasures({ db, settings }: Deps): Measure[] {
  const isShared = true
  return [
    {
      name: 'atrium_backup_scheduled',
      help: 'Whether BACKUP_SCHEDULE is set',
      isShared,
      read: () => Number(Boolean(settings.BACKUP_SCHEDULE)),
    },
    {
      name: 'atrium_backup_failed',
      help: 'Whether the newest backup failed',
      isShared,
      read: async () => Number((await getBackupState(db)).error !== null),
    },
    {
      name: 'atrium_backup_last_success_timestamp_seconds',
      help: 'When the newest backup was made and restored on trial; 0 if there is none',
      isShared,
      read: async () => Date.parse((await getBackupState(db)).lastSuccess?.at ?? '1970-01-01T00:00Z') / 1000,
    },
  ]
}
