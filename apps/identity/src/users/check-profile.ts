import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { FieldErrors } from '#errors.ts'
import { keptFields, ProfileChanges, type SentProfile, type UserDetails } from './user.contract.ts'

/** The fields of a profile that differ from the stored ones. */
export function changesOf(sent: SentProfile, stored: UserDetails): ProfileChanges {
  const names = Object.keys(sent) as (keyof SentProfile)[]
  const changed = names.filter(
    name => Object.hasOwn(ProfileChanges.properties, name) && sent[name] !== stored[name],
  )
  return Object.fromEntries(changed.map(name => [name, sent[name]]))
}

/** Also refuses changes of fields that are only accepted as they were read. */
export async function checkSentProfile(
  deps: Deps,
  sent: SentProfile,
  stored: UserDetails,
): Promise<FieldErrors> {
  const names = Object.keys(keptFields) as (keyof typeof keptFields)[]
  const differing = names.filter(name => sent[name] !== undefined && !isAsStored(name, sent, stored))
  const errors = Object.fromEntries(differing.map(name => [name, 'unchanged_field_expected' as const]))
  return { ...(await checkProfile(deps, changesOf(sent, stored))), ...errors }
}

/** `updatedAt` differs as soon as a client sends its second change. */
function isAsStored(name: keyof typeof keptFields, sent: SentProfile, stored: UserDetails) {
  return name === 'updatedAt' || isDeepStrictEqual(sent[name], stored[name])
}

/** Foreign keys check the references too; here they are reported with the errors of the other fields. */
export async function checkProfile({ db, now }: Deps, profile: ProfileChanges): Promise<FieldErrors> {
  const { birthDate, cityId, languageId, postId } = profile
  const isKnown = cityId || languageId || postId ? await findKnown(db, profile) : undefined
  return {
    ...(birthDate && !isBirthDate(birthDate, now()) && { birthDate: 'birth_date_out_of_range' }),
    ...(cityId && !isKnown?.city && { cityId: 'does_not_exist' }),
    ...(languageId && !isKnown?.language && { languageId: 'does_not_exist' }),
    ...(postId && !isKnown?.post && { postId: 'does_not_exist' }),
  }
}

function isBirthDate(date: string, now: Date) {
  const today = now.toISOString().slice(0, 10)
  return date >= '1900-01-01' && date < today
}

async function findKnown(db: Database, { cityId, languageId, postId }: ProfileChanges) {
  const { rows } = await sql<{ city: boolean; language: boolean; post: boolean }>`select
    exists (select from cities where id = ${cityId ?? null}) as city,
    exists (select from languages where id = ${languageId ?? null}) as language,
    exists (select from posts where id = ${postId ?? null}) as post`.execute(db)
  return rows[0]
}
