import { Body, CalendarDate, Id, Instant, ListQuery, Name, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

export const Education = Type.Object({
  id: Id,
  userId: Id,
  institution: Type.String(),
  degree: Nullable(Type.String()),
  fieldOfStudy: Nullable(Type.String()),
  startedOn: Nullable(CalendarDate),
  finishedOn: Nullable(CalendarDate),
  description: Nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Education = Static<typeof Education>

const Text = Name(255)
const fields = {
  institution: Text,
  degree: Type.Optional(Nullable(Text)),
  fieldOfStudy: Type.Optional(Nullable(Text)),
  startedOn: Type.Optional(Nullable(CalendarDate)),
  finishedOn: Type.Optional(Nullable(CalendarDate)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 5000 }))),
}

/** Without a userId it is the caller's own. */
export const NewEducation = Body({ userId: Type.Optional(Id), ...fields })
export type NewEducation = Static<typeof NewEducation>

/** An education never passes to another user. */
export const EducationChanges = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
})
export type EducationChanges = Static<typeof EducationChanges>

export const EducationFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'userId', 'startedOn', 'finishedOn', 'createdAt'),
    Type.Object({ userId: Type.Optional(Id) }),
  ]),
)
export type EducationFilters = Static<typeof EducationFilters>
