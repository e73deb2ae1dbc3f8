import { Body, Id, ListQuery, Name, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { Color } from './color.contract.ts'

export const TaskPriority = Type.Object({
  id: Id,
  name: Type.String(),
  level: Type.Integer(),
  color: Type.String(),
  isDefault: Type.Boolean(),
})
export type TaskPriority = Static<typeof TaskPriority>

const name = Name(50)
const level = Type.Integer({ minimum: 0, maximum: 1000 })
const isDefault = Type.Optional(
  Type.Boolean({ description: 'Whether new tasks get it by default; exactly one priority does' }),
)

export const NewTaskPriority = Body({ name, level, color: Color, isDefault })
export type NewTaskPriority = Static<typeof NewTaskPriority>

export const TaskPriorityChanges = Body({
  name: Type.Optional(name),
  level: Type.Optional(level),
  color: Type.Optional(Color),
  isDefault,
})
export type TaskPriorityChanges = Static<typeof TaskPriorityChanges>

export const TaskPriorityListQuery = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('level', 'name', 'id').properties,
})
export type TaskPriorityListQuery = Static<typeof TaskPriorityListQuery>
