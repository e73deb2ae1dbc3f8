import { Body, Id, ListQuery, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

const PermissionName = Type.String({
  maxLength: 100,
  pattern: '^[a-z0-9_-]+(\\.[a-z0-9_-]+)+$',
  errorCode: 'must be words of a-z, 0-9, _ and - joined by dots, such as reports.read.any',
})
const Description = Nullable(Type.String({ maxLength: 500 }))

export const Permission = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  /** What the routes themselves ask for; it can be described, but neither renamed nor deleted. */
  isBuiltIn: Type.Boolean(),
})
export type Permission = Static<typeof Permission>

export const NewPermission = Body({ name: PermissionName, description: Type.Optional(Description) })
export type NewPermission = Static<typeof NewPermission>

export const PermissionChanges = Body({
  name: Type.Optional(PermissionName),
  description: Type.Optional(Description),
})
export type PermissionChanges = Static<typeof PermissionChanges>

export const PermissionFilters = Type.Evaluate(
  Type.Intersect([
    ListQuery,
    OrderBy('id', 'name'),
    Type.Object({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
  ]),
)
export type PermissionFilters = Static<typeof PermissionFilters>

export const RolePermissionParams = Type.Object({ roleId: Id, permissionId: Id })
