import type { FieldErrors } from '@atrium/core/coded-errors'
import { ValidationFailed } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockManageableUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import { parsePhone } from '#users/phone.ts'
import type { User } from '#users/user.contract.ts'
import { getUser, updateUser } from '#users/user.queries.ts'
import type { CredentialChanges } from './credentials.contract.ts'
import { isCurrentPassword } from './current-password.ts'
import { passwordFault } from './password-fault.ts'

/** What the user signs in with. Their own needs the password as it was; a new one ends every other sign-in. */
export async function changeCredentials(
  deps: Deps,
  actor: Actor,
  id: number,
  input: CredentialChanges & { language: Language },
): Promise<User> {
  const { email, password, language } = input
  if (!email && !input.phone && !password)
    throw new ValidationFailed({ body: ['must name email, phone or password'] })
  const errors = await checkCredentials(deps, actor, id, input)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const phone = input.phone === undefined ? undefined : parsePhone(input.phone)
  const changes = { ...(email && { email }), ...(phone && { phone }) }
  if (actor.id === id) await checkCurrentPassword(deps, actor.id, actor.address, input.currentPassword ?? '')
  const passwordHash = password === undefined ? undefined : await deps.passwordHasher.hash(password)

  return inTransaction(deps, async (tx, emit) => {
    await lockManageableUser(tx, actor, id)
    const { email: oldEmail, emailVerifiedAt } = await getUser(tx, id)
    const isNewEmail = email !== undefined && email.toLowerCase() !== oldEmail.toLowerCase()
    const unconfirmed = isNewEmail ? { emailVerifiedAt: null } : {}
    await updateUser(tx, id, { ...changes, ...unconfirmed, passwordHash }, deps.now().toISOString())
    await audit(deps, tx, actor, {
      action: 'user.credentials_changed',
      subjectType: 'user',
      subjectId: id,
      details: { fields: (['email', 'phone', 'password'] as const).filter(field => input[field]) },
    })
    const wasConfirmed = emailVerifiedAt !== null
    if (isNewEmail) await emit({ type: 'EmailChanged', userId: id, oldEmail, wasConfirmed, language })
    if (passwordHash) {
      await revokeUserTokens(tx, id, deps.now(), actor.familyId)
      await emit({ type: 'TokensRevoked', userId: id })
      await emit({ type: 'PasswordChanged', userId: id, language })
    }
    return getUser(tx, id)
  })
}

/** The rules that a schema cannot express; a field that it refuses is not among these. */
export async function checkCredentials(
  { db }: Deps,
  actor: Actor,
  id: number,
  { email, phone: typed, password, currentPassword }: CredentialChanges,
): Promise<FieldErrors> {
  const phone = typed === undefined ? undefined : parsePhone(typed)
  const owner = { ...(await getUser(db, id)), ...(email && { email }), ...(phone && { phone }) }
  const weakness = password === undefined ? undefined : await passwordFault(password, owner)
  return {
    ...(typed !== undefined && !phone && { phone: 'phone_expected' }),
    ...(weakness && { password: [weakness] }),
    ...(actor.id === id && !currentPassword && { currentPassword: ['is required'] }),
  }
}

async function checkCurrentPassword(deps: Deps, id: number, address: string | null, password: string) {
  if (await isCurrentPassword(deps, id, address ?? '', password)) return
  throw new ValidationFailed({ currentPassword: ['is not your password'] })
}
