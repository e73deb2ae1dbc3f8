import { Body, Id, Instant, ListQuery, Name, Nullable, OneOf, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { IdList } from '#administration/administration-filters.contract.ts'

const ProjectSettings = Type.Record(Type.String(), Type.Unknown())

export const ProjectType = OneOf('agency', 'personal')

export const MemberRole = OneOf('viewer', 'member', 'manager', 'owner')
export type MemberRole = Static<typeof MemberRole>

export const Project = Type.Object({
  id: Id,
  name: Type.String(),
  type: ProjectType,
  settings: ProjectSettings,
  description: Nullable(Type.String()),
  ownerId: Id,
  myRole: Nullable(MemberRole),
  memberCount: Type.Integer(),
  createdAt: Instant,
  updatedAt: Instant,
  archivedAt: Nullable(Instant),
})
export type Project = Static<typeof Project>

const name = Name(200)
const description = Type.Optional(Nullable(Type.String({ maxLength: 10_000 })))

export const NewProject = Body({
  name,
  type: Type.Optional(ProjectType),
  description,
  settings: Type.Optional(ProjectSettings),
})
export type NewProject = Static<typeof NewProject>

export const ProjectChanges = Body({
  name: Type.Optional(name),
  description,
  settings: Type.Optional(ProjectSettings),
})
export type ProjectChanges = Static<typeof ProjectChanges>

export const ProjectFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name', 'createdAt', 'updatedAt').properties,
  type: Type.Optional(ProjectType),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'In names and descriptions' })),
  ids: Type.Optional(IdList),
  archived: Type.Optional(OneOf('true', 'false', 'all')),
})
export type ProjectFilters = Static<typeof ProjectFilters>
