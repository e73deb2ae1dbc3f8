import { DomainError, describeError } from '@atrium/core/errors'
import { constraintErrors } from '@atrium/database/constraint-errors'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import type { ImportedRecord, ImportFormat } from './formats/format.ts'
import { type Imported, importClient, importUser } from './import-record.commands.ts'

/** What became of one user or application, for the report. */
export interface ImportedLine {
  line: number
  /** The address of a user, or the ID of a client. */
  name: string | null
  kind: 'user' | 'client'
  result: 'created' | 'unchanged' | 'refused' | 'skipped'
  reason?: string
  notes?: string[]
}

interface Import {
  format: ImportFormat
  /** Opens the file; it is read twice. */
  open: () => AsyncIterable<string>
  isDryRun: boolean
}

/**
 * Yields what became of each record. The whole file is read before anything is written, so that one that ends early
 * changes nothing; then each record is written on its own or refused with a reason.
 */
export async function* importUsers(
  deps: Deps,
  { format, open, isDryRun }: Import,
): AsyncIterable<ImportedLine> {
  for await (const _record of format.read(open()));
  const seen = new Map<string, number>()
  for await (const record of format.read(open())) {
    const name = nameOf(record)
    const about = { line: record.line, name, kind: kindOf(record) }
    const earlier = name === null ? undefined : seen.get(`${about.kind} ${name.toLowerCase()}`)
    if (earlier !== undefined) yield { ...about, result: 'refused', reason: `repeats line ${earlier}` }
    else yield { ...about, ...(await importRecord(deps, record, isDryRun)) }
    if (name !== null && earlier === undefined) seen.set(`${about.kind} ${name.toLowerCase()}`, record.line)
  }
}

type Outcome = Pick<ImportedLine, 'result' | 'reason' | 'notes'>

async function importRecord(deps: Deps, record: ImportedRecord, isDryRun: boolean): Promise<Outcome> {
  if (record.kind === 'unreadable') return { result: 'refused', reason: record.problem }
  if (record.kind === 'skipped') return { result: 'skipped', reason: record.reason }
  try {
    return outcomeOf(
      await (record.kind === 'user'
        ? importUser(deps, record, isDryRun)
        : importClient(deps, record, isDryRun)),
    )
  } catch (thrown) {
    const error = constraintErrors(errorCatalogue)(thrown)
    if (!(error instanceof DomainError) || error.statusCode >= 500) throw error
    return { result: 'refused', reason: reasonOf(error) }
  }
}

function outcomeOf({ isNew, notes }: Imported): Outcome {
  return { result: isNew ? 'created' : 'unchanged', ...(notes.length > 0 && { notes }) }
}

/** One sentence: the fields with what is wanted of them. */
function reasonOf(error: DomainError) {
  const { message, fields } = describeError(errorCatalogue, 'en', error)
  if (!fields) return message
  return Object.entries(fields)
    .map(([field, texts]) => `${field} ${texts.join(' and ')}`)
    .join('; ')
}

function kindOf({ kind }: ImportedRecord): ImportedLine['kind'] {
  return kind === 'client' || kind === 'skipped' ? 'client' : 'user'
}

function nameOf(record: ImportedRecord) {
  if (record.kind === 'client' || record.kind === 'skipped') return record.clientId
  if (record.kind === 'unreadable') return null
  const { email } = record.fields
  return typeof email === 'string' ? email.trim() : (record.username ?? null)
}
