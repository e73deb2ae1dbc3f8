import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import type { Kysely } from 'kysely'
import { connect } from '../src/connect.ts'
import { ensureDatabase } from '../src/embedded-postgres.ts'

/** Creates an empty database on the shared test server. */
export async function createEmptyDatabase() {
  const server = process.env.ATRIUM_TEST_DATABASE_URL
  if (!server) throw new Error('Run the tests with `npm run test:services`: it starts their database')
  const url = server.replace('/postgres?', `/empty_${randomUUID().slice(0, 8)}?`)
  await ensureDatabase(url)
  return url
}

export function connectTo<Database>(
  url: string,
  { size = 2, onError = (_error: Error) => {} } = {},
): Kysely<Database> {
  const db = connect<Database>(url, { size, onError })
  after(() => db.destroy())
  return db
}
