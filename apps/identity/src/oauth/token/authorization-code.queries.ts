import type { Database } from '#database.ts'
import type { Authentication } from '#tokens/store-tokens.queries.ts'

export async function insertAuthorizationCode(
  db: Database,
  code: {
    code: string
    clientId: number
    userId: number
    redirectUri: string
    scope: string
    resource: string | null
    codeChallenge: string | null
    address: string | null
    userAgent: string | null
    expiresAt: string
    nonce?: string | null
  } & Partial<Authentication>,
) {
  await db.insertInto('authorizationCodes').values(code).execute()
}

export type AuthorizationCode = NonNullable<Awaited<ReturnType<typeof lockAuthorizationCode>>>

export async function lockAuthorizationCode(db: Database, digest: string) {
  return db
    .selectFrom('authorizationCodes')
    .innerJoin('users', 'users.id', 'authorizationCodes.userId')
    .where('code', '=', digest)
    .selectAll('authorizationCodes')
    .select('users.archivedAt as userArchivedAt')
    .forUpdate('authorizationCodes')
    .executeTakeFirst()
}

export async function markCodeUsed(db: Database, id: number, familyId: number, now: Date) {
  await db
    .updateTable('authorizationCodes')
    .set({ usedAt: now.toISOString(), familyId })
    .where('id', '=', id)
    .execute()
}
