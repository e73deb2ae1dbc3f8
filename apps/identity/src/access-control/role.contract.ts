import { RoleName, RoleWith, roleContracts } from '@atrium/access-control/role.contract'
import { Body, ListQuery, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const Level = Type.Integer({ minimum: 1, maximum: 100 })
const Description = Nullable(Type.String({ maxLength: 500 }))
const PermissionNames = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 500, uniqueItems: true })

export const Role = RoleWith({ level: Type.Integer() })
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

export const RoleFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name', 'level').properties,
  search: Type.Optional(Type.String({ maxLength: 200 })),
})
export type RoleFilters = Static<typeof RoleFilters>

export const { listRoles, getRole, createRole, updateRole, deleteRole } = roleContracts({
  access: {
    read: needs('system:manage', permission('roles.read')),
    manage: needs('system:manage', permission('roles.manage')),
  },
  schemas: { Role, NewRole, RoleChanges, RoleFilters },
  descriptions: {
    list: 'The roles with their levels and permissions.',
    create: 'The level ranks roles: you can only manage roles and users up to your own level.',
    update:
      'Changes the given fields; `permissions` replaces the whole list. System roles keep their name and level (409). Takes effect at once for everyone who has the role.',
    delete: 'Users who had the role lose its permissions at once. System roles cannot be deleted (409).',
  },
  errors: {
    create: ['level_above_own_role', 'grant_beyond_own'],
    update: [
      'system_role_level_fixed',
      'owner_keeps_permission',
      'role_above_own_role',
      'level_above_own_role',
      'grant_beyond_own',
    ],
    delete: ['role_above_own_role'],
  },
})
