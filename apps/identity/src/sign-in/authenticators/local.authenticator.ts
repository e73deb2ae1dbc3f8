import type { Deps } from '#deps.ts'
import { findCredentials, renewPasswordHash } from '#users/credentials.queries.ts'
import type { Authenticator } from './authenticator.ts'
import { verifyHash } from './password-hash.ts'

/** Passwords that are stored here. For every login a hash is verified, so that the time does not tell them apart. */
export function localAuthenticator(deps: Deps): Authenticator {
  return {
    kind: 'local',
    inTurn: work => deps.passwordHasher.inTurn(work),
    verify: async (login, password) => {
      const account = await findCredentials(deps.db, login)
      const stored = account?.archivedAt ? null : account?.passwordHash
      const isRight = await verifyHash(stored ?? (await deps.passwordHasher.dummyHash()), password)
      if (!account?.passwordHash) return 'unknown'
      if (!isRight || !stored) return 'wrong'
      if (deps.passwordHasher.isOutdated(stored)) {
        const after = await deps.passwordHasher.hashInTurn(password)
        await renewPasswordHash(deps.db, account.id, { before: stored, after })
      }
      const { id: userId, securityStamp: stamp } = account
      return { userId, amr: 'pwd', at: deps.now().toISOString(), stamp }
    },
  }
}
