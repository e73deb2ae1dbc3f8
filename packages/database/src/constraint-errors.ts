import {
  Conflict,
  EntityAlreadyExists,
  MalformedRequest,
  Unavailable,
  ValidationFailed,
} from '@atrium/core/errors'
import pg from 'pg'
import { ConnectionLost } from './pool.ts'

/** What PostgreSQL cannot hold at all. */
const unstorableValues: Record<string, string> = {
  '22021': 'A text must not contain the NUL character',
  '22P05': 'A text must not contain the NUL character',
  '22003': 'A number is too large',
  '22007': 'A date or a time cannot be read',
  '22008': 'A date is out of range',
  '22009': 'A time zone is out of range',
}

/**
 * What passes without a change to the request: a broken connection (class 08), no space, memory or connections left
 * (53), a server that stops, starts or cancels (57), cannot read or write its files (58), is a standby after a failover
 * (25006), closed an idle transaction (25P03), or a conflict of transactions (40).
 */
const TEMPORARY = /^(08|53|57|58)...$|^(25006|25P03|40001|40P01)$/
const RETRY_AFTER_SECONDS = 5
const STILL_IN_USE = 'This record is still in use'

/**
 * Turns a violated constraint into the error that it means. Constraints are named by PostgreSQL's own custom,
 * `<table>_<column>_key` and `<table>_<column>_fkey`, so the name tells the entity and the field. Texts are not read:
 * they are in the server's language.
 */
export function constraintError(error: unknown): unknown {
  if (isTemporary(error)) {
    return new Unavailable(
      'The database is not available right now; try again shortly',
      RETRY_AFTER_SECONDS,
      error,
    )
  }
  if (!(error instanceof pg.DatabaseError)) return error
  const unstorable = error.code && unstorableValues[error.code]
  if (unstorable) return new MalformedRequest(unstorable)
  if (isBrokenJson(error)) return new MalformedRequest('A text must not contain half a character')
  if (!error.constraint || !error.table) return error
  const { code, constraint, table } = error
  if (code === '23505') return new EntityAlreadyExists(entityOf(table), fieldOf(constraint, table, '_key'))
  if (code === '23001') return new Conflict(STILL_IN_USE)
  if (code === '23503') return referenceError(error, table, constraint)
  return error
}

function isTemporary(error: unknown) {
  if (error instanceof ConnectionLost) return true
  return error instanceof pg.DatabaseError && TEMPORARY.test(error.code ?? '')
}

/** We write JSON ourselves: only a surrogate without its other half makes PostgreSQL refuse it. */
function isBrokenJson({ code, routine }: pg.DatabaseError) {
  return code === '22P02' && routine === 'json_errsave_error'
}

/**
 * PostgreSQL reports both directions alike, except for the text: only a statement that writes the referring table can
 * refer to something absent; any other one took away what that table refers to.
 */
function referenceError(error: pg.DatabaseError, table: string, constraint: string) {
  const { statement = '' } = error as { statement?: string }
  const writesTable = new RegExp(`\\b(insert\\s+into|update|merge\\s+into)\\s+"?${table}\\b`, 'i')
  if (!writesTable.test(statement)) return new Conflict(STILL_IN_USE)
  return new ValidationFailed({ [fieldOf(constraint, table, '_fkey')]: ['does not exist'] })
}

function fieldOf(constraint: string, table: string, suffix: string) {
  const column = constraint.slice(table.length + 1, -suffix.length)
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** `user_roles` → `User role`, `cities` → `City` */
function entityOf(table: string) {
  const words = table.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
