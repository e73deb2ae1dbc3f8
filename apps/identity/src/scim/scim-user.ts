import { ValidationFailed } from '@atrium/core/errors'
import { Email } from '@atrium/core/schema'
import { compileRecordCheck } from '@atrium/core/validation'
import { type Static, Type } from 'typebox'
import type { Attributes } from './attributes.ts'
import { type Meta, USER } from './schemas.contract.ts'
import type { ScimUser } from './scim-user.contract.ts'
import type { StoredScimUser } from './scim-user.queries.ts'

/** A directory may know only one name of a person. */
const LooseName = Type.String({ trim: true, maxLength: 100, format: 'single-line' })
const Text = Type.String({ trim: true, maxLength: 255, format: 'single-line' })

const SentUser = Type.Object({
  userName: Type.Optional(Email),
  externalId: Type.Optional(Text),
  displayName: Type.Optional(Text),
  givenName: Type.Optional(LooseName),
  familyName: Type.Optional(LooseName),
  middleName: Type.Optional(LooseName),
  formatted: Type.Optional(Text),
  active: Type.Optional(Type.Boolean()),
})
/** What a directory says about a user. Absent attributes are unknown, an empty one is removed. */
export type SentUser = Static<typeof SentUser>

const checkSentUser = compileRecordCheck(SentUser)

/** Names in the request, in lower case, by our fields. */
const names: Record<keyof SentUser, string> = {
  userName: 'username',
  externalId: 'externalid',
  displayName: 'displayname',
  givenName: 'name.givenname',
  familyName: 'name.familyname',
  middleName: 'name.middlename',
  formatted: 'name.formatted',
  active: 'active',
}

/** Attributes that can be removed; a user always has an address and a state. */
const removable = ['externalId', 'displayName', 'familyName', 'middleName']

export function readUser(attributes: Attributes): SentUser {
  const fields = Object.entries(names).flatMap(([field, name]): [string, unknown][] => {
    const value = attributes.get(name)
    if (value === null) return removable.includes(field) ? [[field, '']] : []
    return value === undefined ? [] : [[field, field === 'active' ? readBoolean(value) : value]]
  })
  const user = Object.fromEntries(fields)
  const errors = checkSentUser(user)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  return user
}

/** Entra sends `"False"`, unless its address has the flag aadOptscim062020. */
function readBoolean(value: unknown) {
  return typeof value === 'string' ? ({ true: true, false: false }[value.toLowerCase()] ?? value) : value
}

/** The names of a new user. Without a first name, the user is called what the directory shows, or by the address. */
export function namesOf({
  givenName,
  familyName = '',
  middleName,
  formatted,
  displayName,
  userName,
}: SentUser) {
  const shown = formatted || displayName || userName?.split('@')[0] || ''
  return {
    name: givenName || shown.slice(0, 100),
    surname: familyName,
    patronymic: middleName || null,
  }
}

/** The fields that differ from what is stored. */
export function profileChanges(
  { email, name, surname, patronymic }: StoredScimUser,
  { userName, givenName, familyName, middleName }: SentUser,
) {
  return {
    ...(userName !== undefined && userName !== email && { email: userName }),
    ...(givenName && givenName !== name && { name: givenName }),
    ...(familyName !== undefined && familyName !== surname && { surname: familyName }),
    ...(middleName !== undefined && middleName !== (patronymic ?? '') && { patronymic: middleName || null }),
  }
}

export function toScimUser(user: StoredScimUser, origin: string): ScimUser {
  const { id, externalId, email, name, surname, patronymic, displayName, archivedAt } = user
  const formatted = [name, surname].filter(Boolean).join(' ')
  const meta: Meta = {
    resourceType: 'User',
    created: user.createdAt,
    lastModified: user.updatedAt,
    location: `${origin}/scim/v2/Users/${id}`,
  }
  return {
    schemas: [USER],
    id: String(id),
    ...(externalId && { externalId }),
    userName: email,
    name: {
      givenName: name,
      ...(surname && { familyName: surname }),
      ...(patronymic && { middleName: patronymic }),
      formatted,
    },
    displayName: displayName || formatted,
    active: archivedAt === null,
    emails: [{ value: email, type: 'work', primary: true }],
    groups: user.groups,
    meta,
  }
}
