import { Body, Id, Instant, ListQuery, Name, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const ContactType = OneOf('email', 'phone', 'telegram', 'whatsapp', 'linkedin', 'github', 'website', 'other')
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

/** Without a userId it is the caller's own. */
export const NewContact = Body({ userId: Type.Optional(Id), ...fields })
export type NewContact = Static<typeof NewContact>

/** A contact never passes to another user. */
export const ContactChanges = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
})
export type ContactChanges = Static<typeof ContactChanges>

export const ContactFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'userId', 'type', 'createdAt'),
    Type.Object({ userId: Type.Optional(Id), type: Type.Optional(ContactType) }),
  ]),
)
export type ContactFilters = Static<typeof ContactFilters>
