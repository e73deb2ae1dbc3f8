import type { Insertable } from 'kysely'
import type { StreamTokens } from '#database.ts'
import type { Database } from '#deps.ts'

export async function insertStreamToken(db: Database, token: Insertable<StreamTokens>) {
  await db.insertInto('streamTokens').values(token).execute()
}

export async function takeStreamToken(db: Database, digest: string) {
  return db
    .deleteFrom('streamTokens')
    .where('digest', '=', digest)
    .returning(['userId', 'session', 'expiresAt'])
    .executeTakeFirst()
}
