import { ListQuery, OrderBy } from '@atrium/http/pagination'
import { Body, Id, Instant, Nullable, OneOf } from '@atrium/http/replies'
import { type Static, Type } from 'typebox'

const ProjectSettings = Type.Record(Type.String(), Type.Unknown())

export const MemberRole = OneOf('viewer', 'member', 'manager', 'owner')
export type MemberRole = Static<typeof MemberRole>

export const Project = Type.Object({
  id: Id,
  name: Type.String(),
  type: OneOf('agency', 'personal'),
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

export const NewProject = Body({
  name: Type.String({ trim: true, minLength: 1, maxLength: 200 }),
  type: Type.Optional(
    Type.Unsafe<'agency'>({
      enum: ['agency'],
      errorMessage: 'must be agency: everybody has one personal project already',
    }),
  ),
  description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  settings: Type.Optional(ProjectSettings),
})
export type NewProject = Static<typeof NewProject>

export const ProjectFilters = Type.Evaluate(
  Type.Intersect([ListQuery, OrderBy('id', 'name', 'createdAt', 'updatedAt')]),
)
export type ProjectFilters = Static<typeof ProjectFilters>
