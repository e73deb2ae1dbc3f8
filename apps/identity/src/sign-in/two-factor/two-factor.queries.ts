import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { TwoFactor } from './two-factor.contract.ts'

export async function getTwoFactor(db: Database, userId: number): Promise<TwoFactor> {
  const found = await db
    .selectFrom('twoFactors')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .select([
      'confirmedAt',
      sql<number>`(select count(*) from recovery_codes
        where recovery_codes.user_id = two_factors.user_id and used_at is null)`.as('recoveryCodesLeft'),
    ])
    .executeTakeFirst()
  return { isOn: found !== undefined, confirmedAt: null, recoveryCodesLeft: 0, ...found }
}

/** Guesses at a user's code take turns. */
export async function lockTwoFactor(tx: Database, userId: number) {
  return tx
    .selectFrom('twoFactors')
    .selectAll()
    .where('userId', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Replaces one that was never confirmed; false if one is on. */
export async function insertTwoFactor(db: Database, userId: number, secret: string, now: string) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('twoFactors')
    .values({ userId, secret, createdAt: now })
    .onConflict(conflict =>
      conflict
        .column('userId')
        .doUpdateSet({ secret, createdAt: now, lastStep: null })
        .where('twoFactors.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function confirmTwoFactor(tx: Database, userId: number, now: string) {
  await tx.updateTable('twoFactors').set({ confirmedAt: now }).where('userId', '=', userId).execute()
}

export async function replaceRecoveryCodes(tx: Database, userId: number, digests: string[]) {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(digests.map(code => ({ userId, code })))
    .execute()
}

export async function updateLastStep(tx: Database, userId: number, lastStep: number) {
  await tx.updateTable('twoFactors').set({ lastStep }).where('userId', '=', userId).execute()
}

/** False if there is no such code or it was already used. */
export async function useRecoveryCode(tx: Database, userId: number, digest: string, now: string) {
  const { numUpdatedRows } = await tx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('code', '=', digest)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Its recovery codes are deleted with it. */
export async function deleteTwoFactor(tx: Database, userId: number) {
  const { numDeletedRows } = await tx.deleteFrom('twoFactors').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows === 1n
}
