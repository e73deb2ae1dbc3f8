import { sql } from 'kysely'
import type { Database } from '#database.ts'

interface Asked {
  id: string
  browser: string
  network: string
  createdAt: string
  expiresAt: string
}

/** Returns false if this network has asked too often. Its requests wait for each other, so that none slips through. */
export async function insertAskedCode(
  tx: Database,
  asked: Asked,
  { limit, since }: { limit: number; since: string },
) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`email code ${asked.network}`}, 0))`.execute(tx)
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from email_codes
    where network = ${asked.network} and created_at > ${since}`.execute(tx)
  if ((rows[0]?.total ?? 0) >= limit) return false
  await tx.insertInto('emailCodes').values(asked).execute()
  return true
}

/**
 * Who gets a code: an active user with a confirmed address who does not sign in with passkeys only. The lock makes codes of
 * one account that are sent at the same time count each other.
 */
export async function lockCodeReceiver(tx: Database, userId: number) {
  return tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('archivedAt', 'is', null)
    .where('emailVerifiedAt', 'is not', null)
    .where(({ or, not, exists, selectFrom }) =>
      or([
        exists(selectFrom('passwords').where('passwords.userId', '=', userId).select('userId')),
        exists(selectFrom('identities').where('identities.userId', '=', userId).select('userId')),
        not(exists(selectFrom('passkeys').where('passkeys.userId', '=', userId).select('userId'))),
      ]),
    )
    .select(['id', 'name', 'email', 'securityStamp'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The codes of the account since then, apart from one that is sent again after a failure. */
export async function countOtherCodes(
  tx: Database,
  userId: number,
  { digest, since }: { digest: string; since: string },
) {
  const { total } = await tx
    .selectFrom('emailCodes')
    .where('userId', '=', userId)
    .where('id', '!=', digest)
    .where('createdAt', '>', since)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

interface Sent {
  userId: number
  email: string
  code: string
  securityStamp: number
}

/** Returns false if the request has expired or was used. A repeated job replaces the code that it could not send. */
export async function storeSentCode(db: Database, id: string, sent: Sent, now: string) {
  const { numUpdatedRows } = await db
    .updateTable('emailCodes')
    .set(sent)
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Counts the try in the statement that reads the code: of many guesses at the same time only the first ones learn
 * anything. A code ends with the address and the security stamp that its account had.
 */
export async function tryCode(db: Database, { id, browser, now, tries }: Try) {
  const { rows } = await sql<{ userId: number | null; code: string | null; isCurrent: boolean }>`
    update email_codes set tries = tries + 1
    where id = ${id} and browser = ${browser} and used_at is null and expires_at > ${now} and tries < ${tries}
    returning user_id, code, exists (
      select from users where users.id = email_codes.user_id and archived_at is null
        and users.email = email_codes.email and users.security_stamp = email_codes.security_stamp) as is_current`.execute(
    db,
  )
  return rows[0]
}

interface Try {
  id: string
  browser: string
  now: string
  tries: number
}

/** Whether this is the first use. */
export async function useCode(db: Database, id: string, now: string) {
  const { numUpdatedRows } = await db
    .updateTable('emailCodes')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
