import type { Deps } from '#deps.ts'
import { findCredentials, updatePasswordHash } from '#users/credentials.queries.ts'
import { hashPassword, hasOldParameters, verifyPassword } from './password-hash.ts'

let dummyHash: Promise<string> | undefined

/** The user whom these credentials sign in. Every refusal looks alike and takes as long as a success. */
export async function verifyCredentials(
  { db }: Deps,
  username: string,
  password: string,
): Promise<number | undefined> {
  const user = await findCredentials(db, username)
  if (!user || user.archivedAt) {
    dummyHash ??= hashPassword('nobody has this password')
    await verifyPassword(await dummyHash, password)
    return undefined
  }
  if (!(await verifyPassword(user.passwordHash, password))) return undefined
  if (hasOldParameters(user.passwordHash)) await updatePasswordHash(db, user.id, await hashPassword(password))
  return user.id
}
