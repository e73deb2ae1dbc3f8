import { Body, Default, Email, Instant, Name, Nullable } from '@atrium/core/schema'
import { compileRecordCheck } from '@atrium/core/validation'
import { type Static, Type } from 'typebox'
import { ValidationFailed } from '#errors.ts'
import { findHashProblem } from '#sign-in/authenticators/foreign-hash.ts'
import { parsePhone } from '#users/phone.ts'
import { PersonName, Phone } from '#users/user.contract.ts'

const Names = Type.Array(Name(100), { maxItems: 500, uniqueItems: true })

/** A user as files describe one: the fields of our NDJSON, which every other format is translated to. */
const ImportedUser = Body({
  email: Email,
  name: PersonName,
  surname: Default(Type.String({ trim: true, maxLength: 100, pattern: '^[^\\p{Cc}]*$' }), ''),
  patronymic: Default(Nullable(PersonName), null),
  phone: Default(Nullable(Phone), null),
  emailVerifiedAt: Default(Nullable(Instant), null),
  archivedAt: Default(Nullable(Instant), null),
  passwordHash: Default(Nullable(Type.String({ minLength: 1, maxLength: 1000 })), null),
  /** The key of an authenticator app in base32; it gets a code every 30 seconds with 6 digits of HMAC-SHA1. */
  otpSecret: Default(Nullable(Type.String({ pattern: '^[A-Z2-7]{16,208}$' })), null),
  groups: Default(Names, []),
  roles: Default(Names, []),
})
export type ImportedUser = Static<typeof ImportedUser>

export const userFields = Object.keys(ImportedUser.properties)
const checkUser = compileRecordCheck(ImportedUser)

/** Throws if a field is wrong; numbers and texts may come as each other, as in CSV. */
export function toImportedUser(fields: Record<string, unknown>): ImportedUser {
  const user = { ...fields }
  const errors = checkUser(user)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors as never)
  const { phone, passwordHash } = user as ImportedUser
  const number = phone ? parsePhone(phone) : null
  const problem = passwordHash ? findHashProblem(passwordHash) : undefined
  if (number === undefined) throw new ValidationFailed({ phone: 'phone_expected' })
  if (problem) throw new ValidationFailed({ passwordHash: problem })
  return { ...(user as ImportedUser), phone: number }
}
