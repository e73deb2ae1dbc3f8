import { type AccessRule, contract } from '@atrium/core/contract'
import { Id, Instant, Item, List, Message, Nullable } from '@atrium/core/schema'
import { type TObject, type TProperties, Type } from 'typebox'

export const RoleName = Type.String({
  minLength: 3,
  maxLength: 50,
  pattern: '^[a-z0-9_-]+$',
  errorCode: 'role_name_expected',
})

/** `fields` are those that only this service has; they come after the name. */
export function RoleWith<const Fields extends TProperties>(fields: Fields) {
  return Type.Object({
    id: Id,
    name: Type.String(),
    ...fields,
    description: Nullable(Type.String()),
    isSystem: Type.Boolean(),
    permissions: Type.Array(Type.String()),
    createdAt: Instant,
    updatedAt: Instant,
  })
}

type Codes = readonly string[]

interface RoleOptions<Role, NewRole, RoleChanges, RoleFilters, Create, Update, Delete> {
  access: { read: AccessRule; manage: AccessRule }
  schemas: { Role: Role; NewRole: NewRole; RoleChanges: RoleChanges; RoleFilters: RoleFilters }
  descriptions: Record<'list' | 'create' | 'update' | 'delete', string>
  /** The codes that only this service answers with. */
  errors: { create: Create; update: Update; delete: Delete }
}

export function roleContracts<
  Role extends TObject,
  NewRole extends TObject,
  RoleChanges extends TObject,
  RoleFilters extends TObject,
  const Create extends Codes,
  const Update extends Codes,
  const Delete extends Codes,
>({
  access,
  schemas: { Role, NewRole, RoleChanges, RoleFilters },
  descriptions,
  errors,
}: RoleOptions<Role, NewRole, RoleChanges, RoleFilters, Create, Update, Delete>) {
  const tag = 'Roles'
  return {
    listRoles: contract('listRoles', 'GET /roles', {
      tag,
      summary: 'List roles',
      description: descriptions.list,
      access: access.read,
      query: RoleFilters,
      reply: List(Role),
    }),

    getRole: contract('getRole', 'GET /roles/:id', {
      tag,
      summary: 'Get a role',
      description: 'Returns the role with its permissions.',
      access: access.read,
      reply: Item(Role),
      errors: ['role_not_found'],
    }),

    createRole: contract('createRole', 'POST /roles', {
      tag,
      summary: 'Create a role',
      description: descriptions.create,
      access: access.manage,
      body: NewRole,
      reply: Item(Role),
      errors: ['role_name_taken', ...errors.create],
    }),

    updateRole: contract('updateRole', 'PUT /roles/:id', {
      tag,
      summary: 'Update a role',
      description: descriptions.update,
      access: access.manage,
      body: RoleChanges,
      reply: Item(Role),
      errors: ['role_not_found', 'role_name_taken', 'system_role_name_fixed', ...errors.update],
    }),

    deleteRole: contract('deleteRole', 'DELETE /roles/:id', {
      tag,
      summary: 'Delete a role',
      description: descriptions.delete,
      access: access.manage,
      reply: Message,
      errors: ['role_not_found', 'system_role_not_deletable', ...errors.delete],
    }),
  }
}
