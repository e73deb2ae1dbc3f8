import { after } from 'node:test'
import type { Kysely } from 'kysely'
import { connect } from '../src/connect.ts'

export function connectTo<Database>(
  url: string,
  { size = 2, onError = (_error: Error) => {} } = {},
): Kysely<Database> {
  const db = connect<Database>(url, { size, onError })
  after(() => db.destroy())
  return db
}
