import type { Database } from '#database.ts'

/** Whether this is the first use of a token that works once. */
export async function consumeToken(db: Database, token: string, expiresAt: string) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('usedFormTokens')
    .values({ token, expiresAt })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isTokenUsed(db: Database, token: string) {
  const used = await db
    .selectFrom('usedFormTokens')
    .where('token', '=', token)
    .select('token')
    .executeTakeFirst()
  return used !== undefined
}
