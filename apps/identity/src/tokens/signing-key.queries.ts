import { pageOf } from '@atrium/core/paging'
import type { ListQuery } from '@atrium/core/schema'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Database } from '#database.ts'
import type { SigningKeyRecord } from './signing-key.contract.ts'

export interface StoredKey {
  kid: string
  publicKey: string
  privateKey: string | null
  signsFrom: string
  verifiesUntil: string | null
}

/** Lists the keys that still verify, oldest first. */
export async function listSigningKeys(db: Database, now: Date): Promise<StoredKey[]> {
  return db
    .selectFrom('signingKeys')
    .select(['kid', 'publicKey', 'privateKey', 'signsFrom', 'verifiesUntil'])
    .where(({ eb, or }) => or([eb('verifiesUntil', 'is', null), eb('verifiesUntil', '>', now.toISOString())]))
    .orderBy('signsFrom')
    .execute()
}

/** Newest first, retired keys included; never the key itself. */
export function listKeyRecords(db: Database, filters: Static<typeof ListQuery>, now: Date) {
  return listPage(selectKeyRecords(db, now).orderBy('signsFrom', 'desc').orderBy('kid'), pageOf(filters))
}

export async function getKeyRecord(db: Database, kid: string, now: Date): Promise<SigningKeyRecord> {
  return selectKeyRecords(db, now).where('kid', '=', kid).executeTakeFirstOrThrow()
}

/** `signing` is the key that the key ring would choose. */
function selectKeyRecords(db: Database, now: Date) {
  const at = now.toISOString()
  return db.selectFrom('signingKeys').select([
    'kid',
    'createdAt',
    'signsFrom',
    'verifiesUntil',
    sql<SigningKeyRecord['status']>`case
        when verifies_until <= ${at} then 'retired'
        when signs_from > ${at} then 'published'
        when signs_from = (select max(ready.signs_from) from signing_keys as ready where ready.signs_from <= ${at}
          and ready.private_key is not null and coalesce(ready.verifies_until, 'infinity') > ${at}) then 'signing'
        else 'verifying' end`.as('status'),
  ])
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

export async function updateSignsFrom(db: Database, kid: string, signsFrom: string) {
  await db.updateTable('signingKeys').set({ signsFrom }).where('kid', '=', kid).execute()
}

interface Retirement {
  now: string
  signsFrom: string
  lastTokenEnds: string
}

/** Every other key verifies until its last token has expired; one that has not signed yet never will. */
export async function retireOtherKeys(
  db: Database,
  kid: string,
  { now, signsFrom, lastTokenEnds }: Retirement,
) {
  await sql`update signing_keys
    set verifies_until = case when signs_from > greatest(${now}::timestamptz, ${signsFrom}::timestamptz)
      then ${now}::timestamptz else ${lastTokenEnds}::timestamptz end
    where kid != ${kid} and verifies_until is null`.execute(db)
}
