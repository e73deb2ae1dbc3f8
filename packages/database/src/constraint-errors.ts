import type { Catalogue } from '@atrium/core/catalogue'
import { DomainError, errorsOf } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import pg from 'pg'
import { ConnectionLost } from './connections/watched-client.ts'
import { isLostConflict } from './retry-transaction.ts'

const { Conflict, MalformedRequest, Unavailable, ValidationFailed } = errorsOf(sharedErrors)

/** Values that PostgreSQL cannot store. */
const unstorableValues: Record<string, 'unstorable_text' | 'number_out_of_range' | 'unreadable_date'> = {
  '22021': 'unstorable_text',
  '22P05': 'unstorable_text',
  '22003': 'number_out_of_range',
  '22007': 'unreadable_date',
  '22008': 'unreadable_date',
  '22009': 'unreadable_date',
}

/**
 * Errors that go away without a change to the request: a broken connection (class 08), no space, memory or connections
 * left (53), a server that stops, starts or cancels (57), cannot read or write its files (58), is a standby after a
 * failover (25006), or closed an idle transaction (25P03).
 */
const TEMPORARY = /^(08|53|57|58)...$|^(25006|25P03)$/
const RETRY_AFTER_SECONDS = 5
/** Raised by our own triggers, with the error code in place of a constraint. */
const REFUSED = 'AT409'
/** For those who lost a conflict, which is over by then. */
const CONFLICT_RETRY_AFTER_SECONDS = 1

/**
 * Turns a violated constraint into a coded error. Constraints have PostgreSQL's default names, `<table>_<column>_key`
 * and `<table>_<column>_fkey`, so the name gives the field. A unique one is `<record>_<column>_taken` if the catalogue
 * has that code, as in `user_email_taken`, else `already_exists`. Messages are not read: they are in the server's
 * language.
 */
export function constraintErrors(catalogue: Catalogue) {
  return (error: unknown) => translate(catalogue, error)
}

function translate(catalogue: Catalogue, error: unknown) {
  if (isLostConflict(error) || isLockTimeout(error)) {
    return new Unavailable('try_again', { retryAfter: CONFLICT_RETRY_AFTER_SECONDS }, { cause: error })
  }
  if (isTemporary(error)) {
    return new Unavailable('database_unavailable', { retryAfter: RETRY_AFTER_SECONDS }, { cause: error })
  }
  if (!(error instanceof pg.DatabaseError)) return error
  const unstorable = isBrokenJson(error) ? 'unstorable_text' : unstorableValues[error.code ?? '']
  if (unstorable) return new MalformedRequest(unstorable)
  const { code, constraint, table } = error
  if (code === REFUSED && constraint) return new DomainError(409, constraint)
  if (!constraint || !table) return error
  if (code === '23505') return takenError(catalogue, table, columnOf(constraint, table, '_key'))
  if (code === '23001') return new Conflict('still_in_use')
  if (code === '23503') return referenceError(error, table, columnOf(constraint, table, '_fkey'))
  return error
}

/** Whether a statement was refused for a reason that may be its own: its transaction has been rolled back for certain. */
export function isRefusedStatement(error: unknown) {
  return error instanceof pg.DatabaseError && !isTemporary(error)
}

/** lock_not_available: another transaction kept the lock for too long. */
function isLockTimeout(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

function isTemporary(error: unknown) {
  if (error instanceof ConnectionLost) return true
  return error instanceof pg.DatabaseError && TEMPORARY.test(error.code ?? '')
}

/** We write JSON ourselves: only an unpaired surrogate makes PostgreSQL refuse it. */
function isBrokenJson({ code, routine }: pg.DatabaseError) {
  return code === '22P02' && routine === 'json_errsave_error'
}

function takenError(catalogue: Catalogue, table: string, column: string) {
  const code = `${singular(table)}_${column}_taken`
  return new DomainError(409, catalogue[code] ? code : 'already_exists', { field: fieldOf(column) })
}

/**
 * PostgreSQL reports both directions with the same code: only a statement that writes the referring table can refer to
 * a missing record; any other one deleted a record that the table refers to.
 */
function referenceError(error: pg.DatabaseError, table: string, column: string) {
  const { statement = '' } = error as { statement?: string }
  const writesTable = new RegExp(`\\b(insert\\s+into|update|merge\\s+into)\\s+"?${table}\\b`, 'i')
  if (!writesTable.test(statement)) return new Conflict('still_in_use')
  return new ValidationFailed({ [fieldOf(column)]: 'does_not_exist' })
}

function columnOf(constraint: string, table: string, suffix: string) {
  return constraint.slice(table.length + 1, -suffix.length)
}

function fieldOf(column: string) {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `user_roles` → `user_role`, `cities` → `city` */
function singular(table: string) {
  return table.replace(/ies$/, 'y').replace(/s$/, '')
}
