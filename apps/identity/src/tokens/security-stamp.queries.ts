import type { Database } from '#database.ts'

export async function getSecurityStamp(db: Database, userId: number) {
  const { securityStamp } = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('securityStamp')
    .executeTakeFirstOrThrow()
  return securityStamp
}

/** Called when the password or a second factor changes, and when the user signs out everywhere. Lock the user first. */
export async function renewSecurityStamp(tx: Database, userId: number) {
  await tx
    .updateTable('users')
    .set(({ eb }) => ({ securityStamp: eb('securityStamp', '+', 1) }))
    .where('id', '=', userId)
    .execute()
}
