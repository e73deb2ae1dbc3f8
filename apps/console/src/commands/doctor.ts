import { StartRefused } from '@atrium/core/errors'
import { version } from '@atrium/core/version'
import { checkAddresses } from '../doctor/address-checks.ts'
import { checkDatabases } from '../doctor/database-checks.ts'
import { checkDirectories } from '../doctor/directory-checks.ts'
import { checkDisk, checkEvents, checkFiles, checkMail } from '../doctor/environment-checks.ts'
import {
  describeFinding,
  type Examined,
  type Finding,
  failure,
  ok,
  reasonOf,
  type Status,
} from '../doctor/finding.ts'
import { checkOutbound } from '../doctor/outbound-checks.ts'
import { checkProviders } from '../doctor/provider-checks.ts'
import {
  checkChoices,
  checkCookies,
  checkKeyFiles,
  checkPermissions,
  checkRetention,
  readSettings,
} from '../doctor/settings-checks.ts'
import { withDatabase } from '../embedded-database.ts'
import type { Installation } from '../installation.ts'
import type { Command } from './command.ts'

type Check = (examined: Examined) => Finding[] | Promise<Finding[]>

/** In the order in which they are worth reading: what comes first often explains what follows. */
const checks: Record<string, Check> = {
  settings: checkChoices,
  retention: checkRetention,
  permissions: checkPermissions,
  'signing keys': checkKeyFiles,
  disk: checkDisk,
  database: checkDatabases,
  files: checkFiles,
  events: checkEvents,
  addresses: checkAddresses,
  outbound: checkOutbound,
  'sign-in': checkProviders,
  directories: checkDirectories,
  cookies: checkCookies,
  mail: checkMail,
}

export const doctorCommands: Record<string, Command> = {
  doctor: {
    usage: '[--mail ADDRESS]',
    summary:
      'check settings, addresses, TLS, cookies, clocks, disk, databases and keys, and send an email to ADDRESS; exits with 1 if something fails',
    options: { mail: { type: 'string' } },
    run: async (installation, { mail }) => {
      if (mail !== undefined && !/^\S+@\S+$/.test(String(mail)))
        throw new StartRefused('--mail must be an email address')
      const findings = await examine(installation, mail === undefined ? undefined : String(mail))
      const count = (status: Status) => findings.filter(each => each.status === status).length
      const [failures, warnings] = [count('failure'), count('warning')]
      const isHealthy = failures === 0
      return {
        json: { healthy: isHealthy, failures, warnings, findings },
        text: [...findings.map(describeFinding), '', conclude(failures, warnings)].join('\n'),
        ...(!isHealthy && { exitCode: 1 }),
      }
    },
  },
}

async function examine(installation: Installation, recipient: string | undefined): Promise<Finding[]> {
  const { identity, tasks, findings } = readSettings(installation)
  const examined = { installation, identity, tasks, recipient }
  const found = await withDatabase(installation, async () => {
    const all: Finding[] = []
    for (const [name, check] of Object.entries(checks)) all.push(...(await runCheck(name, check, examined)))
    return all
  })
  return [ok('version', `This program is Atrium ${version}.`), ...findings, ...found]
}

/** One that breaks must not hide the others. */
async function runCheck(name: string, check: Check, examined: Examined): Promise<Finding[]> {
  try {
    return await check(examined)
  } catch (error) {
    return [failure(name, `The check itself failed: ${reasonOf(error)}.`, 'Report this as a bug.')]
  }
}

function conclude(failures: number, warnings: number) {
  if (failures + warnings === 0) return 'Everything is fine.'
  const parts = [
    ...(failures > 0 ? [failures === 1 ? '1 failure' : `${failures} failures`] : []),
    ...(warnings > 0 ? [warnings === 1 ? '1 warning' : `${warnings} warnings`] : []),
  ]
  return `${parts.join(' and ')}.`
}
