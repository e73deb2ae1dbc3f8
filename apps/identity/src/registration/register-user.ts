import { inTransaction } from '@atrium/database/transaction'
import { ValidationFailed } from '@atrium/http/errors'
import type { Language } from '@atrium/http/language'
import { assignRole } from '#access-control/user-role.queries.ts'
import type { Deps } from '#deps.ts'
import { hashPassword } from '#sign-in/password-hash.ts'
import { weaknessOf } from '#sign-in/password-rules.ts'
import { birthDateFault } from '#users/birth-date.ts'
import { parsePhone, phoneFault } from '#users/phone.ts'
import { getUser, insertUser } from '#users/user.queries.ts'
import type { User } from '#users/user.schema.ts'
import type { Registration } from './registration.schema.ts'

export async function registerUser(
  deps: Deps,
  registration: Registration,
  language: Language = 'en',
): Promise<User> {
  const { password, consent, ...profile } = registration
  const phone = checkRegistration(registration, deps.now())
  const passwordHash = await hashPassword(password)
  return inTransaction(deps, async (tx, announce) => {
    const consentAt = deps.now().toISOString()
    const id = await insertUser(tx, { ...profile, phone, passwordHash, consentAt })
    await assignRole(tx, id, 'user')
    await announce({ name: 'UserRegistered', userId: id, language })
    return getUser(tx, id)
  })
}

/** The rules that a schema cannot say; answers the telephone number as it is stored. */
function checkRegistration({ password, birthDate, ...person }: Registration, now: Date) {
  const phone = parsePhone(person.phone)
  const weakness = weaknessOf(password, { ...person, phone: phone ?? person.phone })
  const badBirthDate = birthDate && birthDateFault(birthDate, now)
  const errors = {
    ...(!phone && { phone: [phoneFault] }),
    ...(weakness && { password: [weakness] }),
    ...(badBirthDate && { birthDate: [badBirthDate] }),
  }
  if (!phone || Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  return phone
}
