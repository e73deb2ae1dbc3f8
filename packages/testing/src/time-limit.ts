import { type Kysely, sql } from 'kysely'

/** Thousands of rows may take a busy machine longer than a service gives a statement. */
export function withoutTimeLimit<Database>(
  db: Kysely<Database>,
  work: (db: Kysely<Database>) => Promise<unknown>,
) {
  return db.connection().execute(async one => {
    await sql`set statement_timeout = 0`.execute(one)
    try {
      await work(one)
    } finally {
      await sql`reset statement_timeout`.execute(one)
    }
  })
}
