import { Body, Id, Instant, ListQuery, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const RoleName = Type.String({
  minLength: 3,
  maxLength: 50,
  pattern: '^[a-z0-9_-]+$',
  errorCode: 'must be 3 to 50 characters of a-z, 0-9, _ and -',
})
const Level = Type.Integer({ minimum: 1, maximum: 100 })
const Description = Nullable(Type.String({ maxLength: 500 }))
const PermissionNames = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500, uniqueItems: true })

export const Role = Type.Object({
  id: Id,
  name: Type.String(),
  level: Type.Integer(),
  description: Nullable(Type.String()),
  isSystem: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Role = Static<typeof Role>

export const NewRole = Body({
  name: RoleName,
  level: Level,
  description: Type.Optional(Description),
  permissions: Type.Optional(PermissionNames),
})
export type NewRole = Static<typeof NewRole>

export const RoleChanges = Body({
  name: Type.Optional(RoleName),
  level: Type.Optional(Level),
  description: Type.Optional(Description),
  permissions: Type.Optional(PermissionNames),
})
export type RoleChanges = Static<typeof RoleChanges>

export const RoleFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'name', 'level'),
    Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
  ]),
)
export type RoleFilters = Static<typeof RoleFilters>
