import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartRefused } from '@atrium/core/errors'
import { exportUsers } from '@atrium/identity/user-imports/export-users'
import { UnreadableFile } from '@atrium/identity/user-imports/formats/format'
import { importFormats } from '@atrium/identity/user-imports/formats/formats'
import { type ImportedLine, importUsers } from '@atrium/identity/user-imports/import-users'
import { withIdentity } from '../identity-deps.ts'
import type { Command } from './command.ts'

const OWNER_ONLY = 0o600
/** How many refused lines the result names; the report has all. */
const MOST_PROBLEMS = 100

export const usersCommands: Record<string, Command> = {
  'users:import': {
    usage: 'FILE --format keycloak|auth0|ndjson|csv [--dry-run] [--report FILE]',
    summary:
      'create users, with the passwords that they have elsewhere; users who exist already stay as they are. --dry-run only says what would happen',
    options: {
      format: { type: 'string' },
      'dry-run': { type: 'boolean' },
      report: { type: 'string' },
    },
    takes: ['FILE'],
    run: async (installation, values, [file = ''], report) => {
      const isDryRun = values['dry-run'] === true
      const format = importFormats.find(({ id }) => id === values.format)
      if (!format)
        throw new StartRefused(`--format must be one of ${importFormats.map(({ id }) => id).join(', ')}`)
      await access(file, constants.R_OK)
      const reportFile = typeof values.report === 'string' ? openReport(values.report) : undefined
      const totals = createTotals()
      await withIdentity(installation, async deps => {
        const open = () => createReadStream(file, 'utf8')
        for await (const line of refusingUnreadable(importUsers(deps, { format, open, isDryRun }))) {
          totals.add(line)
          for (const problem of sentencesOf(line)) report(problem)
          await reportFile?.write(line)
        }
      })
      await reportFile?.close()
      return totals.outcome(isDryRun)
    },
  },

  'users:export': {
    usage: 'FILE',
    summary:
      'write all users to a file that users:import reads, with their password hashes and the keys of their authenticator apps: keep it secret',
    takes: ['FILE'],
    run: async (installation, _values, [file = '']) => {
      let users = 0
      const unfinished = `${file}.unfinished`
      await withIdentity(installation, async deps => {
        const lines = async function* () {
          for await (const user of exportUsers(deps)) {
            users += 1
            yield `${JSON.stringify(user)}\n`
          }
        }
        await pipeline(Readable.from(lines()), createWriteStream(unfinished, { mode: OWNER_ONLY }))
        await rename(unfinished, file)
      }).finally(() => rm(unfinished, { force: true }))
      return {
        json: { file, users, containsPasswordHashes: true },
        text: `Wrote ${users} users to ${file}. It contains password hashes and keys of authenticator apps: keep it secret.`,
      }
    },
  },
}

/** A file that is not of the format is refused with one sentence. */
async function* refusingUnreadable(lines: AsyncIterable<ImportedLine>) {
  try {
    yield* lines
  } catch (error) {
    if (error instanceof UnreadableFile) throw new StartRefused(`${error.message}. Nothing was imported.`)
    throw error
  }
}

function sentencesOf({ line, name, result, reason, notes = [] }: ImportedLine) {
  const place = `line ${line}${name ? ` (${name})` : ''}`
  const sentences = [...(reason ? [`${result}: ${reason}`] : []), ...notes]
  return sentences.map(sentence => `${place} ${sentence}`)
}

/** One JSON object per record of the imported file. */
function openReport(file: string) {
  const stream = createWriteStream(file, { mode: OWNER_ONLY })
  const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject))
  failed.catch(() => {})
  return {
    write: async (line: ImportedLine) => {
      if (stream.write(`${JSON.stringify(line)}\n`)) return
      await Promise.race([failed, new Promise(resolve => stream.once('drain', () => resolve(undefined)))])
    },
    close: () => Promise.race([failed, new Promise<void>(resolve => stream.end(() => resolve()))]),
  }
}

function createTotals() {
  const users = { created: 0, unchanged: 0, refused: 0, skipped: 0 }
  const clients = { ...users }
  const problems: Pick<ImportedLine, 'line' | 'name' | 'reason'>[] = []
  return {
    add: ({ line, name, kind, result, reason }: ImportedLine) => {
      const totals = kind === 'user' ? users : clients
      totals[result] += 1
      if (result === 'refused' && problems.length < MOST_PROBLEMS)
        problems.push({ line, name, ...(reason !== undefined && { reason }) })
    },
    outcome: (isDryRun: boolean) => {
      const { skipped: _, ...counted } = users
      const verb = isDryRun ? 'Would create' : 'Created'
      const sentences = [
        `${verb} ${users.created} users; ${users.unchanged} existed already, ${users.refused} were refused.`,
        ...(Object.values(clients).some(count => count > 0)
          ? [
              `${verb} ${clients.created} clients; ${clients.unchanged} existed already, ${clients.refused} were refused, ${clients.skipped} were left out.`,
            ]
          : []),
      ]
      return {
        json: { dryRun: isDryRun, ...counted, clients, problems },
        text: sentences.join('\n'),
        exitCode: users.refused + clients.refused > 0 ? 1 : 0,
      }
    },
  }
}
