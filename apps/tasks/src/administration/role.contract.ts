import { Body, Bound, Id, Instant, Nullable, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { CoreListQuery } from './administration-filters.contract.ts'

export const RoleName = Type.String({
  pattern: '^[a-z0-9_-]{3,50}$',
  errorCode: 'must have 3 to 50 characters: a-z, 0-9, _ and -',
})
const Description = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))

export const Role = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  isSystem: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})
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
