import { ValidationFailed } from '@atrium/http/errors'
import { assignRole } from '#access-control/user-role.queries.ts'
import type { Deps } from '#deps.ts'
import { hashPassword } from '#sign-in/password-hash.ts'
import { weaknessOf } from '#sign-in/password-rules.ts'
import { parsePhone } from '#users/phone.ts'
import { getUser, insertUser } from '#users/user.queries.ts'
import type { User } from '#users/user.schema.ts'
import type { Registration } from './registration.schema.ts'

export async function registerUser(deps: Deps, registration: Registration): Promise<User> {
  const { password, consent, ...profile } = registration
  const phone = checkRegistration(registration, deps.now())
  const passwordHash = await hashPassword(password)
  return deps.db.transaction().execute(async tx => {
    const consentAt = deps.now().toISOString()
    const id = await insertUser(tx, { ...profile, phone, passwordHash, consentAt })
    await assignRole(tx, id, 'user')
    return getUser(tx, id)
  })
}

/** The rules that a schema cannot say; answers the telephone number as it is stored. */
function checkRegistration({ password, birthDate, ...person }: Registration, now: Date) {
  const phone = parsePhone(person.phone)
  const weakness = weaknessOf(password, { ...person, phone: phone ?? person.phone })
  const today = now.toISOString().slice(0, 10)
  const errors = {
    ...(!phone && { phone: ['must be an international telephone number such as +12025550100'] }),
    ...(weakness && { password: [weakness] }),
    ...(birthDate &&
      (birthDate < '1900-01-01' || birthDate >= today) && { birthDate: ['must be in the past, after 1899'] }),
  }
  if (!phone || Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  return phone
}
