import type { Database } from '#database.ts'

/** Whether this is the first time that a sign-in with this state is finished. */
export async function claimState(db: Database, digest: string, expiresAt: string) {
  const claimed = await db
    .insertInto('usedSignInStates')
    .values({ digest, expiresAt })
    .onConflict(conflict => conflict.column('digest').doNothing())
    .returning('digest')
    .executeTakeFirst()
  return claimed !== undefined
}
