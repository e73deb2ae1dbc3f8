import type { FieldErrors } from '@atrium/core/coded-errors'
import { sql } from 'kysely'
import type { Database, Deps } from '#deps.ts'
import { birthDateFault } from './birth-date.ts'
import type { ProfileChanges } from './user.contract.ts'

/** References are checked by foreign keys too; here they become part of the same answer as all other fields. */
export async function checkProfile({ db, now }: Deps, profile: ProfileChanges): Promise<FieldErrors> {
  const { birthDate, cityId, languageId, postId } = profile
  const fault = birthDate && birthDateFault(birthDate, now())
  const isKnown = cityId || languageId || postId ? await findKnown(db, profile) : undefined
  const missing = ['does not exist']
  return {
    ...(fault && { birthDate: [fault] }),
    ...(cityId && !isKnown?.city && { cityId: missing }),
    ...(languageId && !isKnown?.language && { languageId: missing }),
    ...(postId && !isKnown?.post && { postId: missing }),
  }
}

async function findKnown(db: Database, { cityId, languageId, postId }: ProfileChanges) {
  const { rows } = await sql<{ city: boolean; language: boolean; post: boolean }>`select
    exists (select from cities where id = ${cityId ?? null}) as city,
    exists (select from languages where id = ${languageId ?? null}) as language,
    exists (select from posts where id = ${postId ?? null}) as post`.execute(db)
  return rows[0]
}
