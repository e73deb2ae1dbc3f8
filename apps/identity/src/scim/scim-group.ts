import { ValidationFailed } from '@atrium/core/errors'
import { compileRecordCheck } from '@atrium/core/validation'
import { type Static, Type } from 'typebox'
import { MalformedRequest } from '#errors.ts'
import { GroupName } from '#groups/group.contract.ts'
import { type Attributes, attributesOfPatch, type PatchOperation, readAttributes } from './attributes.ts'
import { isId } from './resource-id.ts'
import { GROUP } from './schemas.contract.ts'
import type { ScimGroup } from './scim-group.contract.ts'
import type { StoredScimGroup } from './scim-group.queries.ts'

const SentGroup = Type.Object({
  displayName: Type.Optional(GroupName),
  externalId: Type.Optional(Type.String({ trim: true, maxLength: 255, format: 'single-line' })),
})
/** What a directory says about a group; an empty external id removes it. */
export type SentGroup = Static<typeof SentGroup>

const checkSentGroup = compileRecordCheck(SentGroup)

export function readGroup(attributes: Attributes): SentGroup {
  const displayName = attributes.get('displayname') ?? undefined
  const externalId = attributes.get('externalid')
  const group = {
    ...(displayName !== undefined && { displayName }),
    ...(externalId !== undefined && { externalId: externalId ?? '' }),
  }
  const errors = checkSentGroup(group)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  return group as SentGroup
}

/** The ids in a list of members, or undefined if there is no list. */
export function readMembers(attributes: Attributes) {
  const members = attributes.get('members')
  return members === undefined ? undefined : idsIn(members)
}

/** A change of the members, from those before. */
export type MemberChange = (before: number[]) => number[]

/** What the operations do about members, in their order. */
export function memberChangeOf(operations: PatchOperation[]): MemberChange {
  const changes = operations.flatMap(memberChanges)
  return before => changes.reduce((members, change) => change(members), before)
}

function memberChanges({ op, path, value }: PatchOperation): MemberChange[] {
  if (!path) {
    const members = readMembers(readAttributes(value))
    if (!members) return []
    return [op === 'add' ? before => [...before, ...members] : () => members]
  }
  if (path.attribute !== 'members') return []
  // `members[value eq "7"]`, or the list of those to remove as the value, as Entra sends it without its flag.
  const named = path.conditions.map(condition => condition.value)
  const members = idsIn(named.length > 0 ? named : (value ?? []))
  if (op === 'add') return [before => [...before, ...members]]
  if (op === 'replace') return [() => members]
  if (named.length === 0 && value === undefined) return [() => []]
  return [before => before.filter(id => !members.includes(id))]
}

/** The other attributes that the operations change. */
export function groupOfPatch(operations: PatchOperation[]) {
  return readGroup(attributesOfPatch(operations))
}

/** Each member is `{ value }` or the id alone. */
function idsIn(members: unknown) {
  return [members].flat().map(member => {
    const id = readAttributes(member).get('value') ?? member
    if (!isId(id)) throw new MalformedRequest('scim_member_unknown', { id: String(id).slice(0, 100) })
    return Number(id)
  })
}

export function toScimGroup(group: StoredScimGroup, origin: string): ScimGroup {
  const { id, externalId, name, members, createdAt, updatedAt } = group
  return {
    schemas: [GROUP],
    id: String(id),
    ...(externalId && { externalId }),
    displayName: name,
    members: members.map(member => ({ value: String(member.id), display: member.name, type: 'User' })),
    meta: {
      resourceType: 'Group',
      created: createdAt,
      lastModified: updatedAt,
      location: `${origin}/scim/v2/Groups/${id}`,
    },
  }
}
