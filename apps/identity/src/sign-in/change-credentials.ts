import { inTransaction } from '@atrium/database/transaction'
import { ValidationFailed } from '@atrium/http/errors'
import type { Language } from '@atrium/http/language'
import type { Actor } from '#access-control/actor.ts'
import { holdUser } from '#access-control/hierarchy.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { revokeUserTokens } from '#tokens/revoke-tokens.queries.ts'
import { parsePhone, phoneFault } from '#users/phone.ts'
import { getUser, updateUser } from '#users/user.queries.ts'
import type { User } from '#users/user.schema.ts'
import type { CredentialChanges } from './credentials.schema.ts'
import { isCurrentPassword } from './current-password.ts'
import { hashPassword } from './password-hash.ts'
import { weaknessOf } from './password-rules.ts'

/** What the user signs in with. Their own needs the password as it was; a new one ends every other sign-in. */
export async function changeCredentials(
  deps: Deps,
  actor: Actor,
  id: number,
  input: CredentialChanges & { language: Language },
): Promise<User> {
  const { email, password, language } = input
  const changes = checkChanges(await getUser(deps.db, id), input)
  if (actor.id === id) await checkCurrentPassword(deps, actor.id, actor.address, input)
  const passwordHash = password === undefined ? undefined : await hashPassword(password)

  return inTransaction(deps, async (tx, announce) => {
    await holdUser(tx, actor, id)
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
    if (isNewEmail) await announce({ name: 'EmailChanged', userId: id, oldEmail, wasConfirmed, language })
    if (passwordHash) {
      await revokeUserTokens(tx, id, deps.now(), actor.familyId)
      await announce({ name: 'TokensRevoked', userId: id })
      await announce({ name: 'PasswordChanged', userId: id, language })
    }
    return getUser(tx, id)
  })
}

function checkChanges(user: User, { email, phone: typed, password }: CredentialChanges) {
  if (!email && !typed && !password)
    throw new ValidationFailed({ body: ['must name email, phone or password'] })
  const phone = typed === undefined ? undefined : parsePhone(typed)
  const changes = { ...(email && { email }), ...(phone && { phone }) }
  const weakness = password === undefined ? undefined : weaknessOf(password, { ...user, ...changes })
  const errors = {
    ...(typed !== undefined && !phone && { phone: [phoneFault] }),
    ...(weakness && { password: [weakness] }),
  }
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  return changes
}

async function checkCurrentPassword(
  deps: Deps,
  id: number,
  address: string | null,
  { currentPassword }: CredentialChanges,
) {
  if (!currentPassword) throw new ValidationFailed({ currentPassword: ['is required'] })
  if (await isCurrentPassword(deps, id, address ?? '', currentPassword)) return
  throw new ValidationFailed({ currentPassword: ['is not your password'] })
}
