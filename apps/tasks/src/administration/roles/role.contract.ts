import { RoleName, RoleWith, roleContracts } from '@atrium/access-control/role.contract'
import { Body, Bound, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { permission } from '#access.contract.ts'
import { CoreListQuery } from '../administration-filters.contract.ts'

const Description = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))

export const Role = RoleWith({})
export type Role = Static<typeof Role>

export const NewRole = Body({ name: RoleName, description: Description })
export type NewRole = Static<typeof NewRole>

export const RoleChanges = Body({ name: Type.Optional(RoleName), description: Description })
export type RoleChanges = Static<typeof RoleChanges>

const Text = Type.Optional(Type.String({ maxLength: 200 }))

export const RoleFilters = Type.Object({
  ...CoreListQuery.properties,
  ...OrderBy('id', 'name', 'createdAt', 'updatedAt').properties,
  name: Text,
  description: Text,
  createdFrom: Type.Optional(Bound),
  createdTo: Type.Optional(Bound),
})
export type RoleFilters = Static<typeof RoleFilters>

export const { listRoles, getRole, createRole, updateRole, deleteRole } = roleContracts({
  access: { read: permission('roles.read'), manage: permission('roles.manage') },
  schemas: { Role, NewRole, RoleChanges, RoleFilters },
  descriptions: {
    list: 'Roles of this service with their permissions. Roles inside a project are separate: see Members.',
    create: 'The new role has no permissions yet; grant them one by one.',
    update: 'Changes the name or the description. System roles cannot be renamed (409).',
    delete: 'Unassigns it from every user. System roles cannot be deleted (409).',
  },
  errors: { create: [], update: [], delete: [] },
})
