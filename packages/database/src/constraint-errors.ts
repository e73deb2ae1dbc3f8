import { Conflict, EntityAlreadyExists, MalformedRequest, ValidationFailed } from '@atrium/http/errors'
import pg from 'pg'

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
 * Turns a violated constraint into the error that it means. Constraints are named by PostgreSQL's own custom,
 * `<table>_<column>_key` and `<table>_<column>_fkey`, so the name tells the entity and the field.
 */
export function constraintError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const unstorable = error.code && unstorableValues[error.code]
  if (unstorable) return new MalformedRequest(unstorable)
  if (isBrokenJson(error)) return new MalformedRequest('A text must not contain half a character')
  if (!error.constraint || !error.table) return error
  const { code, constraint, table } = error
  if (code === '23505') return new EntityAlreadyExists(entityOf(table), fieldOf(constraint, table, '_key'))
  if (code === '23503') return referenceError(error, table, constraint)
  return error
}

/** We write JSON ourselves: only a surrogate without its other half makes PostgreSQL refuse it. */
function isBrokenJson({ code, routine }: pg.DatabaseError) {
  return code === '22P02' && routine === 'json_errsave_error'
}

function referenceError(error: pg.DatabaseError, table: string, constraint: string) {
  if (error.detail?.includes('is still referenced')) return new Conflict('This record is still in use')
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
