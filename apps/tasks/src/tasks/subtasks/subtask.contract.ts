import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { Task } from '../task.contract.ts'

export const Ancestor = Type.Object({
  id: Id,
  number: Id,
  title: Type.String(),
  completedAt: Nullable(Instant),
})
export type Ancestor = Static<typeof Ancestor>

const SubtaskQuery = Type.Object({
  ...ListQuery.properties,
  all: Type.Optional(
    Type.Boolean({ description: 'Sub-tasks at all depths, parents before their sub-tasks' }),
  ),
})

export const ItemConversion = Body({
  force: Type.Optional(Type.Boolean({ description: 'Ignore the WIP limit of the column' })),
})
export type ItemConversion = Static<typeof ItemConversion>

const contract = contractsOf('Sub-tasks')

export const listSubtasks = contract('listSubtasks', 'GET /task/:id/subtask', {
  summary: 'List sub-tasks',
  description:
    'The sub-tasks of a task in the order of their numbers, each with its own progress, and the tasks that the task belongs to, from the top down. Deleted tasks are left out.',
  access: inProject('project.read'),
  query: SubtaskQuery,
  reply: Type.Object({ ...List(Task).properties, ancestors: Type.Array(Ancestor) }),
})

export const convertChecklistItem = contract('convertChecklistItem', 'POST /checklist/:id/convert', {
  summary: 'Turn a checklist item into a sub-task',
  description:
    'Removes the item and creates a sub-task with its title in the column of the task. A checked item becomes a completed sub-task if the board has a column for completed tasks.',
  access: inProject('task.write'),
  body: ItemConversion,
  reply: Item(Task),
  errors: [
    'task_deleted',
    'task_just_moved',
    'no_column_for_task',
    'wip_limit_reached',
    'task_number_taken',
    'task_position_taken',
  ],
})
