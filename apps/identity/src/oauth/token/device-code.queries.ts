import type { Insertable } from 'kysely'
import type { Database, DB } from '#database.ts'
import type { Authentication } from '#tokens/store-tokens.queries.ts'

/** Whether the code was stored: another device may have the same user code. */
export async function insertDeviceCode(db: Database, code: Insertable<DB['deviceCodes']>) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('deviceCodes')
    .values(code)
    .onConflict(conflict => conflict.column('userCode').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type WaitingDevice = NonNullable<Awaited<ReturnType<typeof findWaitingDevice>>>

/** The device that shows this code, while its user has not decided. */
export async function findWaitingDevice(db: Database, userCode: string, now: string) {
  return db
    .selectFrom('deviceCodes')
    .innerJoin('clients', 'clients.id', 'deviceCodes.clientId')
    .where('userCode', '=', userCode)
    .where('expiresAt', '>', now)
    .where('isAllowed', 'is', null)
    .where('clients.isActive', '=', true)
    .select(['deviceCodes.id', 'userCode', 'deviceCodes.scope', 'address', 'deviceCodes.clientId'])
    .select(['clients.name as clientName', 'clients.clientId as publicClientId', 'clients.source'])
    .executeTakeFirst()
}

interface Decision extends Partial<Pick<Authentication, 'authenticatedAt' | 'amr'>> {
  isAllowed: boolean
  userId: number
}

/** Returns whether the device was still waiting. */
export async function decideOnDevice(
  tx: Database,
  id: number,
  { userId, ...decision }: Decision,
  now: string,
) {
  const { numUpdatedRows } = await tx
    .updateTable('deviceCodes')
    .set(({ selectFrom }) => ({
      ...decision,
      userId,
      securityStamp: selectFrom('users').where('users.id', '=', userId).select('securityStamp'),
    }))
    .where('id', '=', id)
    .where('isAllowed', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function lockDeviceCode(tx: Database, digest: string) {
  return tx
    .selectFrom('deviceCodes')
    .where('deviceCode', '=', digest)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
}

export async function rememberPoll(
  tx: Database,
  id: number,
  poll: { polledAt: string; pollSeconds: number },
) {
  await tx.updateTable('deviceCodes').set(poll).where('id', '=', id).execute()
}

export async function deleteDeviceCode(tx: Database, id: number) {
  await tx.deleteFrom('deviceCodes').where('id', '=', id).execute()
}
