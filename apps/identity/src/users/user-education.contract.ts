import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  CalendarDate,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, ownOrAny, selfOrAny } from '#access.contract.ts'

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

/** Without a userId, it is the caller's own. */
export const NewEducation = Body({ userId: Type.Optional(Id), ...fields })
export type NewEducation = Static<typeof NewEducation>

/** The owner of an entry cannot change. */
export const EducationChanges = Type.Partial(Type.Object(fields), {
  additionalProperties: false,
  minProperties: 1,
})
export type EducationChanges = Static<typeof EducationChanges>

export const EducationFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'userId', 'startedOn', 'finishedOn', 'createdAt').properties,
  userId: Type.Optional(Id),
})
export type EducationFilters = Static<typeof EducationFilters>

const contract = contractsOf('Educations')

export const listEducations = contract('listEducations', 'GET /user-educations', {
  summary: 'List education entries',
  description:
    'Your own entries, or those of `userId`. With the permission `user_educations.read.any` and without `userId`, the entries of all users.',
  access: needs('user-educations:read', selfOrAny('user_educations.read')),
  query: EducationFilters,
  reply: List(Education),
})

export const createEducation = contract('createEducation', 'POST /user-educations', {
  summary: 'Create an education entry',
  description: 'Without `userId`, the entry is your own. `finishedOn` must not be before `startedOn`.',
  access: needs('user-educations:write', selfOrAny('user_educations.write')),
  body: NewEducation,
  reply: Item(Education),
  errors: ['user_above_own_role', 'user_erased'],
})

export const getEducation = contract('getEducation', 'GET /user-educations/:id', {
  summary: 'Get an education entry',
  description: 'Returns one entry. Entries of other users are 404 without the permission to read them.',
  access: needs('user-educations:read', ownOrAny('user_educations.read')),
  reply: Item(Education),
  errors: ['education_not_found'],
})

export const updateEducation = contract('updateEducation', 'PUT /user-educations/:id', {
  summary: 'Update an education entry',
  description: 'Changes the given fields; `null` clears one.',
  access: needs('user-educations:write', ownOrAny('user_educations.write')),
  body: EducationChanges,
  reply: Item(Education),
  errors: ['education_not_found', 'user_above_own_role', 'user_erased'],
})

export const deleteEducation = contract('deleteEducation', 'DELETE /user-educations/:id', {
  summary: 'Delete an education entry',
  description: 'Deletes the entry permanently.',
  access: needs('user-educations:write', ownOrAny('user_educations.write')),
  reply: Message,
  errors: ['education_not_found', 'user_above_own_role', 'user_erased'],
})
