import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { isOwner } from '#access-control/hierarchy.queries.ts'
import type { Deps } from '#deps.ts'
import { revokeFamily } from '#tokens/revoke-tokens.queries.ts'
import { getProvider } from '../providers/provider.queries.ts'
import { listDirectoryIdentities, type SeenPerson } from './directory-sync.queries.ts'
import { findPeople, follow, hasAccess } from './directory-sync.ts'
import { enqueueSync } from './directory-sync-jobs.ts'

/**
 * Asks every directory of someone whose session is about to be refreshed, and lets their groups follow. If one of them no longer
 * admits the person, the session ends at once, and a sync follows, which archives the account unless too many others are gone,
 * too (decision 426). A directory that is away changes nothing, and owners are never locked out.
 */
export async function endIfDeparted(deps: Deps, { userId, familyId }: { userId: number; familyId: number }) {
  const identities = await listDirectoryIdentities(deps.db, userId)
  if (identities.length === 0 || (await isOwner(deps.db, userId))) return false
  const departed = await Promise.all(identities.map(identity => findDeparture(deps, identity)))
  const slugs = departed.filter(slug => slug !== undefined)
  if (slugs.length === 0) return false
  await inTransaction(deps, async (tx, emit) => {
    for (const slug of slugs) await enqueueSync(tx, slug)
    if (!(await revokeFamily(tx, familyId, deps.now()))) return
    await emit({ type: 'TokensRevoked', familyId })
    await insertAuditEntry(tx, {
      at: deps.now().toISOString(),
      action: 'session.ended',
      actorId: null,
      subjectType: 'user',
      subjectId: userId,
      details: { sessionId: familyId, provider: slugs.join(', ') },
    })
  })
  return true
}

/** Returns the slug of the directory if it does not admit the person any more. */
async function findDeparture(deps: Deps, seen: SeenPerson) {
  const provider = await getProvider(deps.db, seen.provider)
  const people = await findPeople(deps, provider, [seen])
  if (!people) return undefined
  const person = people.get(seen.subject)
  if (!person || !hasAccess(provider, person)) return provider.slug
  await follow(deps, provider, seen, person)
  return undefined
}
