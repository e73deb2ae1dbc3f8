import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { passkeyFields } from '#users/credentials.queries.ts'
import type { Passkey } from './passkey.contract.ts'

/** What an authenticator must not make a second key for. */
export async function listCredentials(db: Database, userId: number) {
  return db
    .selectFrom('passkeys')
    .where('userId', '=', userId)
    .select(['credentialId as id', 'transports'])
    .execute()
}

/** By what the authenticator calls it, with what its user's sign-in hangs on. */
export async function findPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .where('credentialId', '=', credentialId)
    .where('users.archivedAt', 'is', null)
    .select(['passkeys.id', 'userId', 'credentialId', 'publicKey', 'counter', 'users.emailVerifiedAt'])
    .executeTakeFirst()
}

interface NewPasskey {
  userId: number
  name: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  backedUp: boolean
  createdAt: string
}

export async function insertPasskey(tx: Database, passkey: NewPasskey): Promise<Passkey> {
  return tx.insertInto('passkeys').values(passkey).returning(passkeyFields).executeTakeFirstOrThrow()
}

export async function countPasskeys(tx: Database, userId: number) {
  const { total } = await tx
    .selectFrom('passkeys')
    .where('userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function updatePasskeyName(
  db: Database,
  { id, passkeyId }: { id: number; passkeyId: number },
  name: string,
): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('userId', '=', id)
    .returning(passkeyFields)
    .executeTakeFirst()
}

export async function deletePasskey(tx: Database, { id, passkeyId }: { id: number; passkeyId: number }) {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('userId', '=', id)
    .returning('name')
    .executeTakeFirst()
}

export async function deletePasskeysOf(tx: Database, userId: number) {
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
}

export interface UsedChallenge {
  challenge: string
  expiresAt: string
}

/** False when it was used before. */
export async function useChallenge(tx: Database, challenge: UsedChallenge) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usedChallenges')
    .values(challenge)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * The challenge and the authenticator's counter count once, in one statement: false when either was there before.
 * A counter that stays zero is one that its authenticator does not keep (WebAuthn §6.1.1).
 */
export async function recordUse(
  db: Database,
  { challenge, expiresAt }: UsedChallenge,
  use: { id: number; counter: number; backedUp: boolean; at: string },
) {
  const { numAffectedRows } = await sql`
    with used as (
      insert into used_challenges (challenge, expires_at) values (${challenge}, ${expiresAt})
      on conflict do nothing returning challenge
    )
    update passkeys set counter = ${use.counter}, backed_up = ${use.backedUp}, last_used_at = ${use.at}
    from used where id = ${use.id} and (counter < ${use.counter} or greatest(counter, ${use.counter}) = 0)`.execute(
    db,
  )
  return numAffectedRows === 1n
}
