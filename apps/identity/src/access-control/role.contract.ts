import { contract } from '@atrium/core/contract'
import {
  Body,
  Id,
  IdParams,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Nullable,
  OrderBy,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

const RoleName = Type.String({
  minLength: 3,
  maxLength: 50,
  pattern: '^[a-z0-9_-]+$',
  errorCode: 'role_name_expected',
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

const tag = 'Roles'
const read = needs('system:manage', permission('roles.read'))
const manage = needs('system:manage', permission('roles.manage'))

export const listRoles = contract({
  method: 'GET',
  path: '/roles',
  tag,
  summary: 'List roles',
  description: 'The roles with their levels and permissions.',
  access: read,
  query: RoleFilters,
  reply: List(Role),
})

export const getRole = contract({
  method: 'GET',
  path: '/roles/:id',
  tag,
  summary: 'Get a role',
  description: 'Returns the role with its permissions.',
  access: read,
  params: IdParams,
  reply: Item(Role),
  errors: ['role_not_found'],
})

export const createRole = contract({
  method: 'POST',
  path: '/roles',
  tag,
  summary: 'Create a role',
  description: 'The level ranks roles: you can only manage roles and users up to your own level.',
  access: manage,
  body: NewRole,
  reply: Item(Role),
  errors: ['role_name_taken', 'level_above_own_role', 'grant_beyond_own'],
})

export const updateRole = contract({
  method: 'PUT',
  path: '/roles/:id',
  tag,
  summary: 'Update a role',
  description:
    'Changes the given fields; `permissions` replaces the whole list. System roles keep their name and level (409). Takes effect at once for everyone who has the role.',
  access: manage,
  params: IdParams,
  body: RoleChanges,
  reply: Item(Role),
  errors: [
    'role_not_found',
    'role_name_taken',
    'system_role_name_fixed',
    'system_role_level_fixed',
    'owner_keeps_permission',
    'role_above_own_role',
    'level_above_own_role',
    'grant_beyond_own',
  ],
})

export const deleteRole = contract({
  method: 'DELETE',
  path: '/roles/:id',
  tag,
  summary: 'Delete a role',
  description: 'Users who had the role lose its permissions at once. System roles cannot be deleted (409).',
  access: manage,
  params: IdParams,
  reply: Message,
  errors: ['role_not_found', 'system_role_not_deletable', 'role_above_own_role'],
})
