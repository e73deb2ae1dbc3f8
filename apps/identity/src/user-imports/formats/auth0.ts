import type { ImportFormat } from './format.ts'
import { readObjects } from './lines.ts'

/** Users as Auth0 exports them, with the password hashes that its support adds. */
export const auth0: ImportFormat = {
  id: 'auth0',
  read: chunks =>
    readObjects(chunks, (user, line) => ({
      kind: 'user',
      line,
      fields: {
        email: user.email,
        ...namesOf(user),
        phone: textOf(user.phone_number),
        emailVerifiedAt: user.email_verified === true ? verifiedAt(user) : null,
        passwordHash: textOf(user.passwordHash),
        ...(user.blocked === true && { archivedAt: new Date().toISOString() }),
      },
    })),
}

function namesOf(user: Record<string, unknown>) {
  const [given, family] = [textOf(user.given_name), textOf(user.family_name)]
  if (given) return { name: given, surname: family ?? '' }
  const fallback = textOf(user.name) ?? textOf(user.nickname) ?? textOf(user.email)?.split('@')[0]
  return { name: fallback, surname: family ?? '' }
}

/** Auth0 doesn't export when an address was confirmed. */
function verifiedAt({ created_at: createdAt }: Record<string, unknown>) {
  const at = typeof createdAt === 'string' ? new Date(createdAt) : new Date()
  return (Number.isNaN(at.getTime()) ? new Date() : at).toISOString()
}

function textOf(value: unknown) {
  return typeof value === 'string' && value.trim() ? value : null
}
