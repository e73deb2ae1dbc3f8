import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Item, List, ListQuery, Message, Name, OrderBy } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, permission, signedIn } from '#access.contract.ts'
import { Color } from '#projects/color.contract.ts'

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

const contract = contractsOf('Task priorities')
const takenErrors = [
  'task_priority_name_taken',
  'task_priority_level_taken',
  'task_priority_is_default_taken',
] as const

export const listTaskPriorities = contract('listTaskPriorities', 'GET /task-priority', {
  summary: 'List priorities',
  description: 'The priorities of tasks, lowest first.',
  access: limitable(signedIn),
  query: TaskPriorityListQuery,
  reply: List(TaskPriority),
})

export const createTaskPriority = contract('createTaskPriority', 'POST /task-priority', {
  summary: 'Create a priority',
  description: 'Priorities are sorted by `level`. A new default replaces the old one.',
  access: permission('priorities.manage'),
  body: NewTaskPriority,
  reply: Item(TaskPriority),
  errors: takenErrors,
})

export const updateTaskPriority = contract('updateTaskPriority', 'PUT /task-priority/:id', {
  summary: 'Update a priority',
  description:
    'Changes the given fields. The default can only be changed by making another priority the default (409).',
  access: permission('priorities.manage'),
  body: TaskPriorityChanges,
  reply: Item(TaskPriority),
  errors: ['task_priority_not_found', 'default_priority_required', ...takenErrors],
})

export const deleteTaskPriority = contract('deleteTaskPriority', 'DELETE /task-priority/:id', {
  summary: 'Delete a priority',
  description: 'A priority that tasks still have, or that is the default, cannot be deleted (409).',
  access: permission('priorities.manage'),
  reply: Message,
  errors: ['task_priority_not_found', 'default_priority', 'still_in_use'],
})
