import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { assignRole } from '#access-control/user-role.queries.ts'
import { insertAuditEntry } from '#audit/audit.queries.ts'
import type { Deps } from '#deps.ts'
import { type FieldErrors, ValidationFailed } from '#errors.ts'
import { checkStrength } from '#sign-in/credentials/password-checks.ts'
import { checkProfile } from '#users/check-profile.ts'
import { parsePhone } from '#users/phone.ts'
import type { User } from '#users/user.contract.ts'
import { getUser, insertUser } from '#users/user.queries.ts'
import type { Registration } from './registration.contract.ts'

interface Registering {
  language?: Language
  /** Whether the user registers over HTTP; otherwise an actor or the console creates the account. */
  isOwn?: boolean
  actor?: Actor
}

export async function registerUser(
  deps: Deps,
  registration: Registration,
  { language = 'en', isOwn = false, actor }: Registering = {},
): Promise<User> {
  const { password, consent, ...profile } = registration
  const phone = parsePhone(registration.phone)
  const errors = await checkRegistration(deps, registration)
  if (!phone || Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const passwordHash = await deps.passwordHasher.hash(password)
  return inTransaction(deps, async (tx, emit) => {
    const consentAt = deps.now().toISOString()
    const id = await insertUser(tx, { ...profile, phone, passwordHash, consentAt })
    await assignRole(tx, id, 'user')
    await insertAuditEntry(tx, {
      at: consentAt,
      action: isOwn ? 'user.registered' : 'user.created',
      actorId: isOwn ? id : (actor?.id ?? null),
      clientId: actor?.clientId,
      subjectType: 'user',
      subjectId: id,
    })
    await emit({ type: 'UserRegistered', userId: id, language })
    return getUser(tx, id)
  })
}

/** The rules that a schema cannot express, for the fields that it accepts. */
export async function checkRegistration(
  deps: Deps,
  { password, ...person }: Partial<Registration>,
): Promise<FieldErrors> {
  const { email = '', phone = '', surname = '', name = '', patronymic } = person
  const owner = { email, phone: parsePhone(phone) ?? phone, surname, name, patronymic }
  return {
    ...(await checkProfile(deps, person)),
    ...(person.phone !== undefined && !parsePhone(phone) && { phone: 'phone_expected' }),
    ...(password !== undefined && (await checkStrength(password, owner))),
  }
}
