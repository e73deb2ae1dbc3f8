import type { Database } from '#deps.ts'

export interface StoredKey {
  kid: string
  publicKey: string
  privateKey: string | null
  signsFrom: string
  verifiesUntil: string | null
}

/** Oldest first; those that still verify. */
export async function listSigningKeys(db: Database, now: Date): Promise<StoredKey[]> {
  return db
    .selectFrom('signingKeys')
    .select(['kid', 'publicKey', 'privateKey', 'signsFrom', 'verifiesUntil'])
    .where(({ eb, or }) => or([eb('verifiesUntil', 'is', null), eb('verifiesUntil', '>', now.toISOString())]))
    .orderBy('signsFrom')
    .execute()
}

export async function insertSigningKey(
  db: Database,
  key: { kid: string; publicKey: string; privateKey: string; signsFrom: string },
) {
  await db
    .insertInto('signingKeys')
    .values(key)
    .onConflict(conflict => conflict.column('kid').doNothing())
    .execute()
}

/** Every other key goes on verifying until then. */
export async function retireOtherKeys(db: Database, kid: string, verifiesUntil: string) {
  await db
    .updateTable('signingKeys')
    .set({ verifiesUntil })
    .where('kid', '!=', kid)
    .where('verifiesUntil', 'is', null)
    .execute()
}
