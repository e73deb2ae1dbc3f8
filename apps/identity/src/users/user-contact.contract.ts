import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, ownOrAny, selfOrAny } from '#access.contract.ts'

export const ContactType = OneOf(
  'email',
  'phone',
  'telegram',
  'whatsapp',
  'linkedin',
  'github',
  'website',
  'other',
)
export type ContactType = Static<typeof ContactType>

export const Contact = Type.Object({
  id: Id,
  userId: Id,
  type: ContactType,
  value: Type.String(),
  label: Nullable(Type.String()),
  isPrimary: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Contact = Static<typeof Contact>

const fields = {
  type: ContactType,
  value: Name(255),
  label: Type.Optional(Nullable(Type.String({ trim: true, maxLength: 100, format: 'single-line' }))),
  isPrimary: Type.Optional(Type.Boolean()),
}

/** Without a userId, it is the caller's own. */
export const NewContact = Body({ userId: Type.Optional(Id), ...fields })
export type NewContact = Static<typeof NewContact>

/** The owner of a contact cannot change. */
export const ContactChanges = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
})
export type ContactChanges = Static<typeof ContactChanges>

export const ContactFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'userId', 'type', 'createdAt').properties,
  userId: Type.Optional(Id),
  type: Type.Optional(ContactType),
})
export type ContactFilters = Static<typeof ContactFilters>

const contract = contractsOf('Contacts')

export const listContacts = contract('listContacts', 'GET /user-contacts', {
  summary: 'List contacts',
  description:
    'Your own contacts, or those of `userId`. With the permission `user_contacts.read.any` and without `userId`, the contacts of all users.',
  access: needs('user-contacts:read', selfOrAny('user_contacts.read')),
  query: ContactFilters,
  reply: List(Contact),
})

export const createContact = contract('createContact', 'POST /user-contacts', {
  summary: 'Create a contact',
  description:
    'Without `userId`, the contact is your own. The value is checked against its type. One contact of each type can be primary; a new primary contact replaces the old one.',
  access: needs('user-contacts:write', selfOrAny('user_contacts.write')),
  body: NewContact,
  reply: Item(Contact),
  errors: ['user_above_own_role', 'user_erased'],
})

export const getContact = contract('getContact', 'GET /user-contacts/:id', {
  summary: 'Get a contact',
  description: 'Returns one contact. Contacts of other users are 404 without the permission to read them.',
  access: needs('user-contacts:read', ownOrAny('user_contacts.read')),
  reply: Item(Contact),
  errors: ['contact_not_found'],
})

export const updateContact = contract('updateContact', 'PUT /user-contacts/:id', {
  summary: 'Update a contact',
  description: 'Changes the given fields. The owner of a contact cannot change.',
  access: needs('user-contacts:write', ownOrAny('user_contacts.write')),
  body: ContactChanges,
  reply: Item(Contact),
  errors: ['contact_not_found', 'user_above_own_role', 'user_erased'],
})

export const deleteContact = contract('deleteContact', 'DELETE /user-contacts/:id', {
  summary: 'Delete a contact',
  description: 'Deletes the contact permanently.',
  access: needs('user-contacts:write', ownOrAny('user_contacts.write')),
  reply: Message,
  errors: ['contact_not_found', 'user_above_own_role', 'user_erased'],
})
