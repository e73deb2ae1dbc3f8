import { contract } from '@atrium/core/contract'
import { Default, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { listTasks, TaskSelection } from '../task.contract.ts'

/** Each has an entry in `groupings` of task-groupings.ts. */
export const taskGroupings = [
  'none',
  'project',
  'board',
  'column',
  'priority',
  'assignee',
  'creator',
  'due',
  'dueWeek',
  'parent',
  'cycle',
] as const
export type TaskGrouping = (typeof taskGroupings)[number]

const MAX_SUMS = 20

export const TaskSummaryQuery = Type.Object({
  ...TaskSelection.properties,
  groupBy: Default(
    Type.Unsafe<string>({
      type: 'string',
      if: { pattern: '^cf[1-9]\\d{0,14}$' },
      else: { enum: taskGroupings },
      description: '`cf12` is the custom field 12: a list, a person or a checkbox',
    }),
    'none',
  ),
  sums: Type.Optional(
    Type.String({
      pattern: `^cf[1-9]\\d{0,14}(,cf[1-9]\\d{0,14}){0,${MAX_SUMS - 1}}$`,
      description: 'Custom fields to sum up, which must be numbers: `cf12,cf13`',
    }),
  ),
})
export type TaskSummaryQuery = Static<typeof TaskSummaryQuery>

const sums = {
  count: Type.Integer(),
  estimateSeconds: Type.Integer(),
  trackedSeconds: Type.Integer(),
  fieldSums: Type.Optional(
    Type.Unsafe<Record<string, number>>({
      type: 'object',
      patternProperties: { '^.*$': { type: 'number' } },
      description: 'What the fields in `sums` add up to, by the ID of the field',
    }),
  ),
}

export const TaskGroup = Type.Object({
  key: Nullable(
    Type.String({
      description:
        'The ID of the record, the first day of the week, `true` or `false` of a checkbox, or one of `overdue`, `past`, `today`, `soon`, `later`; null for tasks without one',
    }),
  ),
  title: Nullable(Type.String({ description: 'The name of the record' })),
  parentTitle: Nullable(Type.String({ description: 'The board of a column, the project of a board' })),
  filter: Type.String({ description: 'The condition that selects the tasks of the group' }),
  ...sums,
})
export type TaskGroup = Static<typeof TaskGroup>

export const TaskSummary = Type.Object({ ...sums, groups: Type.Array(TaskGroup) })
export type TaskSummary = Static<typeof TaskSummary>

export const summarizeTasks = contract('summarizeTasks', 'GET /task/summary', {
  tag: 'Tasks',
  summary: 'Count and sum up tasks',
  description:
    'How many tasks match, and the sums of their estimates and tracked time, in total and by group. Takes the filters of the list. Groups are in the order in which people expect them; empty ones are left out. By a list of several options, a task is in the group of each of its options.',
  access: limitable(signedIn),
  query: TaskSummaryQuery,
  reply: Item(TaskSummary),
  errors: listTasks.errors,
})
