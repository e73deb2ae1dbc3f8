import { type Emit, inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { MalformedRequest, ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { deleteWithin, refuseGroupAbove } from '#groups/group.commands.ts'
import { insertGroup, lockGroup, updateGroup } from '#groups/group.queries.ts'
import { setMembersOfSource } from '#groups/source-groups.commands.ts'
import { getScimGroup, SCIM, type StoredScimGroup } from './scim-group.queries.ts'
import type { MemberChange, SentGroup } from './scim-group.ts'
import { listKnownUserIds } from './scim-user.queries.ts'

export function createScimGroup(
  deps: Deps,
  actor: Actor,
  { displayName, externalId }: SentGroup,
  memberIds: number[],
): Promise<StoredScimGroup> {
  if (displayName === undefined) throw new ValidationFailed({ displayName: 'required' })
  return inTransaction(deps, async (tx, emit) => {
    const now = deps.now().toISOString()
    const group = { name: displayName, source: SCIM, externalId: externalId || null }
    const id = await insertGroup(tx, { ...group, createdAt: now, updatedAt: now })
    const subject = { subjectType: 'group' as const, subjectId: id }
    await audit(deps, tx, actor, { action: 'group.created', ...subject, details: group })
    await setMembers(deps, tx, emit, actor, id, memberIds)
    return getScimGroup(tx, id)
  })
}

export function updateScimGroup(
  deps: Deps,
  actor: Actor,
  id: string,
  { displayName, externalId }: SentGroup,
  changeMembers: MemberChange,
): Promise<StoredScimGroup> {
  return inTransaction(deps, async (tx, emit) => {
    const group = await getScimGroup(tx, id)
    const memberIds = changeMembers(group.members.map(member => member.id))
    await setMembers(deps, tx, emit, actor, group.id, memberIds)
    const { name, externalId: knownAs } = await getScimGroup(tx, id, false)
    const changes = {
      ...(displayName !== undefined && displayName !== name && { name: displayName }),
      ...(externalId !== undefined && externalId !== (knownAs ?? '') && { externalId: externalId || null }),
    }
    if (Object.keys(changes).length > 0) {
      await updateGroup(tx, group.id, { ...changes, updatedAt: deps.now().toISOString() })
      const subject = { subjectType: 'group' as const, subjectId: group.id }
      await audit(deps, tx, actor, { action: 'group.updated', ...subject, details: changes })
    }
    if (changes.name) await emit({ type: 'RightsChanged', groupId: group.id })
    return getScimGroup(tx, id)
  })
}

export function deleteScimGroup(deps: Deps, actor: Actor, id: string) {
  return inTransaction(deps, async (tx, emit) => {
    const { id: groupId } = await getScimGroup(tx, id, false)
    await deleteWithin(deps, tx, emit, { actor, id: groupId })
  })
}

/** A directory does not decide who is an owner: a group with that role is above its service account (decision 263). */
async function setMembers(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  actor: Actor,
  groupId: number,
  memberIds: number[],
) {
  const known = await listKnownUserIds(tx, memberIds)
  const unknown = memberIds.find(id => !known.includes(id))
  if (unknown !== undefined) throw new MalformedRequest('scim_member_unknown', { id: String(unknown) })
  await setMembersOfSource(deps, tx, emit, { groupId, source: SCIM, memberIds, reporter: actor })
  refuseGroupAbove(actor, await lockGroup(tx, groupId))
}
