import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { setGroupsOfSource } from '#groups/source-groups.commands.ts'
import { type Directory, DirectoryUnavailable, withDirectory } from '../directories/directory-connection.ts'
import {
  type DirectoryPerson,
  findBySubjects,
  personOf,
  withGroups,
} from '../directories/directory-entries.ts'
import { type StoredProvider, shareProvider } from '../providers/provider.queries.ts'
import { hasRequiredGroup, mappedGroupIds, usesGroups } from '../providers/provider-groups.ts'
import { archiveDeparted } from '../providers/provision-user.ts'
import {
  finishSync,
  listSeenPeople,
  type SeenPerson,
  type SyncOutcome,
  updateSeenPerson,
} from './directory-sync.queries.ts'

/** A wrong base or filter makes everyone look departed. One person may leave a directory of four. */
const FEW = 2
const MOST = 0.2

/**
 * Compares the accounts that have signed in from a directory with it. Who is missing, disabled or no longer in the required
 * group is archived and signed out everywhere; the groups of all others follow. A run that would archive more than a fifth
 * changes nothing, unless an administrator has allowed it (decision 261).
 */
export async function syncDirectory(
  deps: Deps,
  provider: StoredProvider,
  { allowsMany = false }: { allowsMany?: boolean } = {},
): Promise<SyncOutcome> {
  const outcome = await compare(deps, provider, allowsMany)
  await finishSync(deps.db, provider.id, outcome, deps.now().toISOString())
  return outcome
}

async function compare(deps: Deps, provider: StoredProvider, allowsMany: boolean): Promise<SyncOutcome> {
  const seen = await listSeenPeople(deps.db, provider.slug)
  const checked = seen.length
  const found = await findPeople(deps, provider, seen)
  if (!found) return { checked: 0, departed: 0, problem: 'unavailable' }
  const present: { person: SeenPerson; now: DirectoryPerson }[] = []
  const departed: SeenPerson[] = []
  for (const person of seen) {
    const now = found.get(person.subject)
    if (now && hasAccess(provider, now)) present.push({ person, now })
    else departed.push(person)
  }
  if (!allowsMany && departed.length >= FEW && departed.length > checked * MOST) {
    await reportAccident(deps, provider, { checked, departed: departed.length })
    return { checked, departed: departed.length, problem: 'too_many_departed' }
  }
  for (const { userId } of departed) {
    await inTransaction(deps, (tx, emit) => archiveDeparted(deps, tx, emit, userId))
  }
  for (const { person, now } of present) await follow(deps, provider, person, now)
  return { checked, departed: departed.length, problem: null }
}

export function hasAccess(provider: StoredProvider, { isDisabled, groups }: DirectoryPerson) {
  return !isDisabled && hasRequiredGroup(provider, groups)
}

/** The entries of these people by their identifiers; undefined if the directory is away. */
export async function findPeople(
  deps: Deps,
  provider: StoredProvider,
  seen: Pick<SeenPerson, 'subject'>[],
): Promise<Map<string, DirectoryPerson> | undefined> {
  try {
    return await withDirectory(deps, provider, async directory => {
      const subjects = seen.map(({ subject }) => subject)
      const entries = await findBySubjects(directory, subjects)
      const people = new Map<string, DirectoryPerson>()
      for (const entry of entries) {
        const person = personOf(directory.settings, entry)
        if (person) people.set(person.subject, await complete(directory, provider, person))
      }
      return people
    })
  } catch (error) {
    if (!(error instanceof DirectoryUnavailable)) throw error
    deps.log.warn({ err: error, provider: provider.slug }, 'a directory could not be asked about its people')
    return undefined
  }
}

function complete(directory: Directory, provider: StoredProvider, person: DirectoryPerson) {
  return usesGroups(provider) ? withGroups(directory, person) : person
}

/** Stores what the directory says about someone now, and lets their groups here follow. */
export async function follow(deps: Deps, known: StoredProvider, seen: SeenPerson, now: DirectoryPerson) {
  const groupIds = mappedGroupIds(known, now.groups).sort((one, other) => one - other)
  const isSame = (one: unknown[], other: unknown[]) => JSON.stringify(one) === JSON.stringify(other)
  const hasMoved = !isSame(groupIds, seen.groupIds)
  if (!hasMoved && now.email === seen.email && isSame(now.groups, seen.groups)) return
  await inTransaction(deps, async (tx, emit) => {
    await updateSeenPerson(tx, seen.identityId, { email: now.email, groups: now.groups })
    if (!hasMoved) return
    const provider = await shareProvider(tx, known.slug)
    const mapped = mappedGroupIds(provider, now.groups)
    await setGroupsOfSource(deps, tx, emit, { userId: seen.userId, source: known.slug, groupIds: mapped })
  })
}

async function reportAccident(
  deps: Deps,
  { id, slug }: StoredProvider,
  counts: { checked: number; departed: number },
) {
  deps.log.error(
    { job: true, provider: slug, ...counts },
    'a directory lacks so many people that none was archived',
  )
  await insertAuditEntry(deps.db, {
    at: deps.now().toISOString(),
    action: 'sign-in-provider.sync_stopped',
    actorId: null,
    subjectType: 'sign_in_provider',
    subjectId: id,
    details: { slug, ...counts },
  })
}
