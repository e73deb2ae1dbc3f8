import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { StartRefused } from '@atrium/core/errors'
import { openExistingStorage, openStorage } from '@atrium/storage/open-storage'
import { newKey, type Storage } from '@atrium/storage/storage'
import { reasonOf } from '../doctor/finding.ts'
import { withDatabase } from '../embedded-database.ts'
import {
  countFiles,
  type FileRecord,
  inEachDatabase,
  isRecorded,
  listFileRecords,
} from '../files/file-records.ts'
import { type Move, moveFile, type Outcome } from '../files/move-file.ts'
import { describeStore } from '../files/store-address.ts'
import type { Installation } from '../installation.ts'
import type { Command, Values } from './command.ts'

const AT_ONCE = 4
const PAGE_SIZE = 100
/** How many files without content are listed by name. */
const LISTED = 20

export const fileCommands: Record<string, Command> = {
  'files:move': {
    usage: '[--from URL] [--to URL] [--delete]',
    summary:
      'copy the files of both services to another store and compare them with their digests; by default from STORAGE_PREVIOUS_URL, or the folder `files` of the data folder, to STORAGE_URL. --delete deletes each original after its copy was verified. Run it again to continue after an interruption; exits with 1 if content is missing',
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      delete: { type: 'boolean' },
    },
    run: (installation, values, _positionals, report) => {
      const addresses = chooseAddresses(installation, values)
      return withDatabase(installation, async () => {
        const { from, to } = await openStores(addresses)
        const counts = await moveAll(
          installation,
          { from, to, deletesSource: values.delete === true },
          report,
        )
        return describeResult(installation, addresses, counts)
      })
    },
  },
}

interface Addresses {
  from: string
  to: string
  deletesSource: boolean
}

function chooseAddresses({ environment, dataFolder }: Installation, values: Values): Addresses {
  const { STORAGE_URL = '', STORAGE_PREVIOUS_URL } = environment
  const to = String(values.to ?? STORAGE_URL)
  const previous =
    to === STORAGE_URL ? STORAGE_PREVIOUS_URL || `file:${join(dataFolder, 'files')}` : STORAGE_URL
  const deletesSource = values.delete === true
  if (deletesSource && to !== STORAGE_URL)
    throw new StartRefused(
      '--delete needs STORAGE_URL to be the new store already: set it, restart the services, and run the command again.',
    )
  return { from: String(values.from ?? previous), to, deletesSource }
}

/** Refuses two addresses of one store, however they are written: --delete would empty it. */
async function openStores(addresses: Addresses) {
  const from = await openExistingStorage(addresses.from, '--from')
  const to = await openStorage(addresses.to, '--to')
  const key = newKey()
  const mark = Buffer.from(randomUUID())
  try {
    await Promise.all([from.check(), to.check()])
    await to.put(key, Readable.from([mark]), mark.length)
    if ((await from.sizeOf(key)) !== undefined)
      throw new StartRefused(
        `Both addresses are ${describeStore(addresses.to)}. Name the store that files are moved from with --from, or the new one with --to.`,
      )
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`The stores cannot be used: ${reasonOf(error)}.`, { cause: error })
  } finally {
    await to.delete(key).catch(() => {})
  }
  return { from, to }
}

interface Counts {
  files: number
  bytes: number
  copied: number
  present: number
  deleted: number
  missing: FileRecord[]
  damaged: FileRecord[]
}

async function moveAll(
  installation: Installation,
  stores: { from: Storage; to: Storage; deletesSource: boolean },
  report: (line: string) => void,
): Promise<Counts> {
  const totals = await inEachDatabase(installation, countFiles)
  const sum = (name: 'files' | 'bytes') => totals.reduce((total, each) => total + each[name], 0)
  const total = `${filesOf(sum('files'))}, ${megabytes(sum('bytes'))}`
  report(`Moving ${total}…`)
  const counts: Counts = { files: 0, bytes: 0, copied: 0, present: 0, deleted: 0, missing: [], damaged: [] }
  try {
    await inEachDatabase(installation, async (client, service) => {
      const move: Move = { ...stores, isRecorded: record => isRecorded(client, record) }
      for await (const page of listFileRecords(client, service, PAGE_SIZE)) {
        await movePage(move, page, counts)
        report(`${filesOf(counts.files)}, ${megabytes(counts.bytes)} of ${total}`)
      }
    })
  } catch (error) {
    throw new StartRefused(
      `Stopped after ${filesOf(counts.files)}: ${reasonOf(error)}. Nothing is lost: run the command again to continue.`,
      { cause: error },
    )
  }
  return counts
}

async function movePage(move: Move, page: FileRecord[], counts: Counts) {
  const waiting = [...page]
  const work = async () => {
    for (let record = waiting.shift(); record; record = waiting.shift())
      count(counts, record, await moveFile(move, record), move.deletesSource)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

function count(counts: Counts, record: FileRecord, outcome: Outcome, isDeleted: boolean) {
  counts.files += 1
  counts.bytes += record.size
  if (outcome === 'missing' || outcome === 'damaged') counts[outcome].push(record)
  if (outcome !== 'copied' && outcome !== 'present') return
  counts[outcome] += 1
  if (isDeleted) counts.deleted += 1
}

function describeResult({ environment }: Installation, { from, to }: Addresses, counts: Counts) {
  const { copied, present, deleted, missing, damaged } = counts
  const lines = [
    `Copied ${filesOf(copied)} from ${describeStore(from)} to ${describeStore(to)}; ${filesOf(present)} already there. All copies were read back and compared with their digests.`,
    ...(deleted > 0 ? [`Deleted ${filesOf(deleted)} from ${describeStore(from)}.`] : []),
    ...listProblems('in neither store (restore from a backup)', missing),
    ...listProblems('damaged in the old store and not copied (restore from a backup)', damaged),
    adviseNext(environment, to, missing.length + damaged.length === 0),
  ]
  const withoutDigest = ({ service, id, key }: FileRecord) => ({ service, id, key })
  return {
    json: {
      from: describeStore(from),
      to: describeStore(to),
      copied,
      present,
      deleted,
      missing: missing.map(withoutDigest),
      damaged: damaged.map(withoutDigest),
    },
    text: lines.filter(Boolean).join('\n'),
    ...(missing.length + damaged.length > 0 && { exitCode: 1 }),
  }
}

function listProblems(problem: string, records: FileRecord[]) {
  if (records.length === 0) return []
  const names = records.slice(0, LISTED).map(({ service, id }) => `${service} ${id}`)
  const rest = records.length > LISTED ? ` and ${records.length - LISTED} more` : ''
  return [`${filesOf(records.length)} ${problem}: ${names.join(', ')}${rest}.`]
}

function adviseNext(
  { STORAGE_URL, STORAGE_PREVIOUS_URL }: NodeJS.ProcessEnv,
  to: string,
  isComplete: boolean,
) {
  if (to !== STORAGE_URL) return 'The services still use the old store: set STORAGE_URL to the new one.'
  if (STORAGE_PREVIOUS_URL && isComplete)
    return 'Now remove STORAGE_PREVIOUS_URL from the settings and restart the services.'
  return ''
}

function filesOf(count: number) {
  return count === 1 ? '1 file' : `${count} files`
}

function megabytes(bytes: number) {
  return `${Math.ceil(bytes / 2 ** 20)} MB`
}
