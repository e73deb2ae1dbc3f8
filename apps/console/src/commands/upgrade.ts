import { StartRefused } from '@atrium/core/errors'
import { migrate } from '@atrium/database/migrate'
import { backupAddress, backupIn, describeBackup, makeFolderOf } from '../backup/backup-address.ts'
import { backUp } from '../backup/backup-file.ts'
import { backupFolderOf, timestamp } from '../backup/scheduled-backup.ts'
import { describeFinding } from '../doctor/finding.ts'
import { withDatabase } from '../embedded-database.ts'
import type { Installation } from '../installation.ts'
import { checkUpgrade, servicesOf, type UpgradeCheck } from '../upgrade/upgrade-check.ts'
import type { Command } from './command.ts'

export const upgradeCommands: Record<string, Command> = {
  upgrade: {
    usage: '[--check] [--backup FILE | --no-backup]',
    summary:
      'back up everything and migrate both databases to this version, while services of the release before keep running. --check only says what would happen, and which services have to be stopped first; exits with 1 if it is not possible',
    options: {
      check: { type: 'boolean' },
      backup: { type: 'string' },
      'no-backup': { type: 'boolean' },
    },
    run: (installation, { check: isCheck, backup, 'no-backup': isWithoutBackup }, _positionals, report) => {
      if (backup !== undefined && isWithoutBackup)
        throw new StartRefused('--backup and --no-backup contradict each other')
      const backupFile = backup === undefined ? nameBackup(installation) : String(backup)
      return withDatabase(installation, async () => {
        const check = await checkUpgrade(installation)
        if (isCheck) return describeCheck(check)
        return upgrade(installation, check, isWithoutBackup ? null : backupAddress(backupFile), report)
      })
    },
  },
}

async function upgrade(
  installation: Installation,
  check: UpgradeCheck,
  backup: string | null,
  report: (line: string) => void,
) {
  const { version, findings, isPossible } = check
  if (!isPossible) {
    const failures = findings.filter(({ status }) => status === 'failure').map(describeFinding)
    throw new StartRefused(`${failures.join('\n')}\nNothing was changed.`)
  }
  if (countPending(check) === 0)
    return {
      json: { version, backup: null, identity: [], tasks: [] },
      text: 'Both databases are up to date.',
    }
  for (const finding of findings)
    if (finding.check === 'instances' && finding.status === 'warning') report(describeFinding(finding))
  if (backup) {
    report(`Backing up to ${describeBackup(backup)}…`)
    await makeFolderOf(backup)
    await backUp(installation, backup)
  }
  const written = backup && describeBackup(backup)
  const { identity = [], tasks = [] } = await migrateAll(installation, written)
  return {
    json: { version, backup: written, identity, tasks },
    text: [
      ...(written ? [`Backup written to ${written} (verified).`] : []),
      `Ran: ${[...identity, ...tasks].join(', ')}.`,
      'Now restart the services with this version.',
    ].join('\n'),
  }
}

function countPending({ pending }: UpgradeCheck) {
  return pending.identity.length + pending.tasks.length
}

function describeCheck(check: UpgradeCheck) {
  const { version, running, unreported, keepsRunningSince, pending, backupAt, findings, isPossible } = check
  return {
    json: {
      possible: isPossible,
      version,
      running,
      unreported,
      keeps_running_since: keepsRunningSince,
      pending,
      backup_at: backupAt ?? null,
      findings,
    },
    text: [...findings.map(describeFinding), '', conclude(check)].join('\n'),
    ...(!isPossible && { exitCode: 1 }),
  }
}

function conclude(check: UpgradeCheck) {
  if (!check.isPossible) return 'The databases cannot be upgraded. Nothing was changed.'
  if (countPending(check) === 0) return 'There is nothing to migrate: restart the services with this version.'
  const promise = check.keepsRunning
    ? `services of ${check.keepsRunningSince} or newer keep running meanwhile.`
    : `stop the services named above first: only those of ${check.keepsRunningSince} or newer keep running.`
  return `Nothing was changed. \`atrium upgrade\` makes a backup and runs the migrations; ${promise}`
}

function nameBackup(installation: Installation) {
  return backupIn(backupFolderOf(installation), `before-upgrade-${timestamp(new Date())}.backup`)
}

async function migrateAll(installation: Installation, backup: string | null) {
  const ran: Record<string, string[]> = {}
  try {
    for (const { name, url, migrations } of servicesOf(installation))
      ran[name] = await migrate(url, migrations)
    return ran
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    const where = backup ? ` The backup is ${backup}.` : ''
    throw new StartRefused(
      `${error.message}. The migration was rolled back, and what runs keeps running: don't start this version yet.${where}`,
      { cause: error },
    )
  }
}
