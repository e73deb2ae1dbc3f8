import { insertAuditEntry } from '@atrium/audit/audit-entry'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { assignRole } from '#access-control/user-role.queries.ts'
import type { Deps } from '#deps.ts'
import { type FieldErrors, ValidationFailed } from '#errors.ts'
import { checkStrength } from '#sign-in/credentials/password-checks.ts'
import { checkProfile } from '#users/check-profile.ts'
import { setPasswordHash } from '#users/credentials.queries.ts'
import { parsePhone } from '#users/phone.ts'
import type { User } from '#users/user.contract.ts'
import { getUser, insertUser } from '#users/user.queries.ts'
import { admit } from './invitation.ts'
import type { PageRegistration } from './registration.contract.ts'

/** The limit of registrations, for the page and the API together. */
export const registrationLimit = { max: 300, timeWindow: '1 minute' }

/** A person registers themselves: REGISTRATION decides whether they can. */
export async function registerVisitor(
  deps: Deps,
  registration: PageRegistration,
  visitor: Pick<Registering, 'language' | 'consentDigest'>,
) {
  const invitation = await admit(deps, registration)
  const isEmailProven = invitation?.isAddressProven ?? false
  return registerUser(deps, registration, { ...visitor, isOwn: true, isEmailProven })
}

interface Registering {
  language?: Language
  /** Whether users register themselves; otherwise an actor or the console creates the account. */
  isOwn?: boolean
  isEmailProven?: boolean
  /** Whether the password is a random one of Atrium. Its strength is not measured, which would load long lists of words. */
  isPasswordGenerated?: boolean
  /** The digest of the consent text that the user agreed to on the registration page. */
  consentDigest?: string | undefined
  actor?: Actor
}

export async function registerUser(
  deps: Deps,
  registration: PageRegistration,
  registering: Registering = {},
): Promise<User> {
  const { language = 'en', isOwn = false, isEmailProven = false, consentDigest, actor } = registering
  const { password, consent: _, invitationToken, ...profile } = registration
  const errors = await checkRegistration(deps, registering.isPasswordGenerated ? profile : registration)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const phone = (registration.phone && parsePhone(registration.phone)) || null
  const passwordHash = await deps.passwordHasher.hash(password)
  return inTransaction(deps, async (tx, emit) => {
    const consentAt = deps.now().toISOString()
    const emailVerifiedAt = isEmailProven ? consentAt : null
    const consent = { consentAt, consentDigest: consentDigest ?? null }
    const id = await insertUser(tx, { ...profile, ...consent, phone, emailVerifiedAt })
    await setPasswordHash(tx, id, passwordHash, consentAt)
    await assignRole(tx, id, 'user')
    await insertAuditEntry(tx, {
      at: consentAt,
      action: isOwn ? 'user.registered' : 'user.created',
      actorId: isOwn ? id : (actor?.id ?? null),
      clientId: actor?.clientId,
      subjectType: 'user',
      subjectId: id,
      ...(invitationToken && { details: { invited: true } }),
    })
    await emit({ type: 'UserRegistered', userId: id, isEmailProven, language })
    return getUser(tx, id)
  })
}

/** The rules that a schema cannot express, for the fields that it accepts. */
export async function checkRegistration(
  deps: Deps,
  { password, ...person }: Partial<PageRegistration>,
): Promise<FieldErrors> {
  const { email = '', phone = '', surname = '', name = '', patronymic } = person
  const owner = { email, phone: parsePhone(phone) ?? phone, surname, name, patronymic }
  return {
    ...(await checkProfile(deps, person)),
    ...(person.phone !== undefined && !parsePhone(phone) && { phone: 'phone_expected' }),
    ...(password !== undefined && (await checkStrength(deps, password, owner))),
  }
}
