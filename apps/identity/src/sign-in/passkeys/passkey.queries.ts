import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { passkeyFields } from '#users/credentials.queries.ts'
import type { Passkey } from './passkey.contract.ts'

/** The keys for which an authenticator must not create a second one. */
export async function listCredentials(db: Database, userId: number) {
  return db
    .selectFrom('passkeys')
    .where('userId', '=', userId)
    .select(['credentialId as id', 'transports'])
    .execute()
}

/** By the ID that the authenticator chose, with what a sign-in depends on. */
export async function findPasskey(db: Database, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.userId')
    .where('credentialId', '=', credentialId)
    .where('users.archivedAt', 'is', null)
    .select([
      'passkeys.id',
      'userId',
      'credentialId',
      'publicKey',
      'counter',
      'users.emailVerifiedAt',
      'users.securityStamp',
    ])
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

export async function deleteUserPasskeys(tx: Database, userId: number) {
  await tx.deleteFrom('passkeys').where('userId', '=', userId).execute()
}

export interface UsedChallenge {
  challenge: string
  expiresAt: string
}

/** False if it was already used. */
export async function useChallenge(tx: Database, challenge: UsedChallenge) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('usedChallenges')
    .values(challenge)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * The challenge and the counter of the authenticator count once, in one statement: false if either was already used.
 * A counter that stays zero belongs to an authenticator that keeps none (WebAuthn §6.1.1).
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
