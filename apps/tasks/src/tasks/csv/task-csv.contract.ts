import { endpoint } from '@atrium/core/contract'
import { Default } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { limitable, signedIn } from '#access.contract.ts'
import { listTasks, TaskFilters, TaskSelection } from '../task.contract.ts'

/** Each has an entry in csv-columns.ts. */
export const csvColumns = [
  'number',
  'title',
  'project',
  'board',
  'column',
  'priority',
  'assignee',
  'cycle',
  'start',
  'due',
  'estimate',
  'tracked',
  'stickers',
  'checklist',
  'subtasks',
  'blocked',
  'comments',
  'votes',
  'creator',
  'created',
  'updated',
  'completed',
] as const
export type CsvColumn = (typeof csvColumns)[number]

const column = `(${csvColumns.join('|')}|cf[1-9]\\d{0,14})`

export const TaskCsvQuery = Type.Object({
  ...TaskSelection.properties,
  orderBy: TaskFilters.properties.orderBy,
  columns: Default(
    Type.String({
      pattern: `^${column}(,${column}){0,99}$`,
      description: `In their order: ${csvColumns.join(', ')}, or custom fields such as \`cf12\``,
    }),
    'number,title,project,column,priority,assignee,due,estimate,tracked',
  ),
})
export type TaskCsvQuery = Static<typeof TaskCsvQuery>

export const downloadTaskCsv = endpoint('downloadTaskCsv', 'GET /task/csv', {
  tag: 'Tasks',
  summary: 'Download tasks as CSV',
  description:
    'All tasks that match, in the given order, with the given columns: the filters and orders of the list, without pages. Headings and names are in the language of the request. Estimates and tracked time are hours. Cells that a spreadsheet would run as a formula start with an apostrophe.',
  access: limitable(signedIn),
  query: TaskCsvQuery,
  produces: ['text/csv'],
  errors: listTasks.errors,
})
