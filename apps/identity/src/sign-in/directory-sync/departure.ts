import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { isOwner } from '#access-control/hierarchy.queries.ts'
import type { Deps } from '#deps.ts'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import { getProvider } from '../providers/provider.queries.ts'
import { findDirectoryIdentity } from './directory-sync.queries.ts'
import { findPeople, hasAccess } from './directory-sync.ts'
import { enqueueSync } from './directory-sync-jobs.ts'

/**
 * Whether the directory no longer admits someone whose session is about to be refreshed. Then the session ends at once, and a
 * sync follows, which archives the account unless too many others are gone, too. A directory that is away changes nothing, and
 * owners are never locked out.
 */
export async function endIfDeparted(deps: Deps, { userId, familyId }: { userId: number; familyId: number }) {
  const [identity] = await findDirectoryIdentity(deps.db, userId)
  if (!identity || (await isOwner(deps.db, userId))) return false
  const provider = await getProvider(deps.db, identity.provider)
  const people = await findPeople(deps, provider, [identity])
  if (!people) return false
  const person = people.get(identity.subject)
  if (person && hasAccess(provider, person)) return false
  await inTransaction(deps, async (tx, emit) => {
    await enqueueSync(tx, provider.slug)
    if (!(await revokeFamily(tx, familyId, deps.now()))) return
    await emit({ type: 'TokensRevoked', familyId })
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      action: 'session.ended',
      actorId: null,
      subjectType: 'user',
      subjectId: userId,
      details: { sessionId: familyId, provider: provider.slug },
    })
  })
  return true
}
