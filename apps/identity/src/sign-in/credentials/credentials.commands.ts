import { insertAuditEntry } from '@atrium/audit/audit-entry'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { type FieldErrors, ValidationFailed } from '#errors.ts'
import { revokeUserAccess } from '#tokens/revoke-tokens.queries.ts'
import { setPasswordHash } from '#users/credentials.queries.ts'
import { parsePhone } from '#users/phone.ts'
import { archiveWithin } from '#users/user.commands.ts'
import type { User } from '#users/user.contract.ts'
import { getUser, updateUser } from '#users/user.queries.ts'
import { checkCurrentPassword } from '../authenticators/current-password.ts'
import { clearUserFailures } from '../lockout/lockout.queries.ts'
import type { CredentialChanges } from './credentials.contract.ts'
import { checkStrength } from './password-checks.ts'

/** For the own account, the current password is required; a new password ends every other session. */
export async function updateCredentials(
  deps: Deps,
  actor: Actor,
  id: number,
  input: CredentialChanges & { language: Language },
): Promise<User> {
  const { email, password, language } = input
  if (!email && !input.phone && !password) throw new ValidationFailed({ body: 'credentials_required' })
  const errors = await checkCredentials(deps, actor, id, input)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const phone = input.phone === undefined ? undefined : parsePhone(input.phone)
  const changes = { ...(email && { email }), ...(phone && { phone }) }
  if (actor.id === id) await checkCurrentPassword(deps, actor, id, input.currentPassword ?? '')
  const passwordHash = password === undefined ? undefined : await deps.passwordHasher.hash(password)

  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    const { email: oldEmail, emailVerifiedAt } = await getUser(tx, id)
    const isNewEmail = email !== undefined && email.toLowerCase() !== oldEmail.toLowerCase()
    const unconfirmed = isNewEmail ? { emailVerifiedAt: null } : {}
    const now = deps.now().toISOString()
    await updateUser(tx, id, { ...changes, ...unconfirmed }, now)
    if (passwordHash) await setPasswordHash(tx, id, passwordHash, now)
    await audit(deps, tx, actor, {
      action: 'user.credentials_changed',
      subjectType: 'user',
      subjectId: id,
      details: { fields: (['email', 'phone', 'password'] as const).filter(field => input[field]) },
    })
    const wasConfirmed = emailVerifiedAt !== null
    if (isNewEmail) await emit({ type: 'EmailChanged', userId: id, oldEmail, wasConfirmed, language })
    if (passwordHash) {
      await revokeUserAccess(tx, id, deps.now(), actor.familyId)
      await emit({ type: 'TokensRevoked', userId: id })
      await emit({ type: 'PasswordChanged', userId: id, language })
    }
    return getUser(tx, id)
  })
}

/** The rules that a schema cannot express, for the fields that it accepts. */
export async function checkCredentials(
  deps: Deps,
  actor: Actor,
  id: number,
  { email, phone: typed, password, currentPassword }: CredentialChanges,
): Promise<FieldErrors> {
  const phone = typed === undefined ? undefined : parsePhone(typed)
  const user = await getUser(deps.db, id)
  const { hasPassword, canChangePassword } = user.capabilities
  const isOwn = actor.id === id
  const owner = { ...user, ...(email && { email }), ...(phone && { phone }) }
  return {
    ...(typed !== undefined && !phone && { phone: 'phone_expected' }),
    ...(password !== undefined && (await checkStrength(deps, password, owner))),
    ...(isOwn && hasPassword && !currentPassword && { currentPassword: 'required' }),
    ...(isOwn && !canChangePassword && password !== undefined && { password: 'set_by_administrator' }),
  }
}

/** Requires the password, so that an unattended browser is not enough to close an account. */
export async function archiveSelf(deps: Deps, actor: Actor, currentPassword: string) {
  // A client has no account; the access rule has already refused it.
  const id = actor.id as number
  await checkCurrentPassword(deps, actor, id, currentPassword)
  return inTransaction(deps, (tx, emit) => archiveWithin(deps, tx, emit, { actor, id }))
}

/**
 * From the console, for a user who can no longer sign in: sets the password, unlocks the account and ends its sessions.
 * The console's user is unknown, so the audit entry has no actor.
 */
export async function setPassword(deps: Deps, userId: number, password: string) {
  const errors = await checkStrength(deps, password, await getUser(deps.db, userId))
  if (errors) throw new ValidationFailed(errors)
  const passwordHash = await deps.passwordHasher.hash(password)
  await inTransaction(deps, async (tx, emit) => {
    await lockUser(tx, userId)
    await setPasswordHash(tx, userId, passwordHash, deps.now().toISOString())
    await clearUserFailures(tx, userId)
    await revokeUserAccess(tx, userId, deps.now())
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      actorId: null,
      action: 'user.password_set',
      subjectType: 'user',
      subjectId: userId,
    })
    await emit({ type: 'TokensRevoked', userId })
    await emit({ type: 'PasswordChanged', userId, language: 'en' })
  })
}
