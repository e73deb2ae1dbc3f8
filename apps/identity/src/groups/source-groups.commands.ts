import { insertAuditEntries, ofCurrentRequest } from '@atrium/audit/audit-entry'
import type { Emit } from '@atrium/database/transaction'
import { lockUser } from '#access-control/hierarchy.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import type { Event } from '#events.ts'
import { findGroup, lockGroup } from './group.queries.ts'
import {
  deleteMemberships,
  insertMemberships,
  listGroupIds,
  listMemberIds,
  listMembershipsOfSource,
  lockMembers,
} from './group-member.queries.ts'

/** Who reports groups: SCIM by its client, a sign-in provider on its own behalf. */
interface Reporter {
  id: number | null
  clientId: string
  address: string | null
}

interface SourceGroups {
  userId: number
  /** `scim` or the slug of a sign-in provider. */
  source: string
  /** Every group that the user is in according to the source; ids of deleted groups are ignored. */
  groupIds: number[]
  /** Named in the audit log; by default nobody. */
  reporter?: Reporter
}

/**
 * Part of a transaction: the user's memberships from this source become exactly these. Memberships from other sources
 * stay as they are. Rights that the source may not grant are not checked: an administrator has mapped its groups.
 */
export async function setGroupsOfSource(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { userId, source, groupIds, reporter = { id: null, clientId: '', address: null } }: SourceGroups,
) {
  await lockUser(tx, userId)
  const before = await listGroupIds(tx, userId, source)
  const added = groupIds.filter(id => !before.includes(id))
  const removed = before.filter(id => !groupIds.includes(id))
  const membership = { source, addedBy: null, addedAt: deps.now().toISOString() }
  for (const groupId of [...new Set([...added, ...removed])].sort((one, other) => one - other)) {
    const group = await findGroup(tx, groupId)
    if (!group) continue
    const isAdded = added.includes(groupId)
    if (isAdded) await insertMemberships(tx, { ...membership, groupId }, [userId])
    else await deleteMemberships(tx, groupId, source, [userId])
    await audit(deps, tx, reporter, {
      action: isAdded ? 'group.member_added' : 'group.member_removed',
      subjectType: 'group',
      subjectId: groupId,
      details: { userId, group: group.name, source },
    })
    await emit({ type: 'RightsChanged', userId, groupId })
  }
}

interface SourceMembers {
  groupId: number
  source: string
  /** Every user who is in the group according to the source; unknown users are ignored. */
  memberIds: number[]
  reporter: Reporter
}

/**
 * Part of a transaction: the group's memberships from this source become exactly these. Users are locked before the group, as every
 * transaction that needs both does. A single change is announced for its user; with more, all rights are read again.
 */
export async function setMembersOfSource(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { groupId, source, memberIds, reporter }: SourceMembers,
) {
  await lockMembers(tx, [...memberIds, ...(await listMemberIds(tx, groupId, source))])
  const { name } = await lockGroup(tx, groupId)
  const before = await listMemberIds(tx, groupId, source)
  const isBefore = new Set(before)
  const isAfter = new Set(memberIds)
  const at = deps.now().toISOString()
  const added = await insertMemberships(
    tx,
    { groupId, source, addedBy: null, addedAt: at },
    [...isAfter].filter(id => !isBefore.has(id)),
  )
  const removed = await deleteMemberships(
    tx,
    groupId,
    source,
    before.filter(id => !isAfter.has(id)),
  )
  const entryOf = (action: string) => (userId: number) =>
    ofCurrentRequest({
      at,
      action,
      actorId: reporter.id,
      clientId: reporter.clientId || null,
      address: reporter.address,
      subjectType: 'group',
      subjectId: groupId,
      details: { userId, group: name, source },
    })
  const entries = [
    ...added.map(entryOf('group.member_added')),
    ...removed.map(entryOf('group.member_removed')),
  ]
  if (entries.length === 0) return
  await insertAuditEntries(tx, entries)
  const [userId, ...others] = [...added, ...removed]
  await emit({ type: 'RightsChanged', groupId, ...(userId && others.length === 0 && { userId }) })
}

interface EndedSource {
  source: string
  reporter: Reporter
  /** Groups that the source still fills. */
  exceptGroupIds?: number[]
}

/** Part of a transaction: nobody stays in a group because of a source that no longer speaks for it. */
export async function endGroupsOfSource(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { source, reporter, exceptGroupIds = [] }: EndedSource,
) {
  const memberships = await listMembershipsOfSource(tx, source)
  const ended = memberships.filter(({ groupId }) => !exceptGroupIds.includes(groupId))
  await lockMembers(
    tx,
    ended.map(({ userId }) => userId),
  )
  for (const groupId of new Set(ended.map(each => each.groupId)))
    await setMembersOfSource(deps, tx, emit, { groupId, source, memberIds: [], reporter })
}
