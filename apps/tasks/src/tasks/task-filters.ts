import { endOf, startOf } from '@atrium/core/paging'
import { among, amongUnseen } from '@atrium/database/conditions'
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { idsOf } from '#administration/list-filters.ts'
import type { DB } from '#database.ts'
import { isAssignedTo } from '#projects/assigned-people.queries.ts'
import type { CustomFields } from '#views/custom-fields.ts'
import type { Filter } from '#views/filter.contract.ts'
import { type FilterContext, matchFilter } from '#views/filter-conditions.ts'
import { textConditions } from '#views/text-search.ts'
import type { TaskSelection } from './task.contract.ts'

type Tasks = ExpressionBuilder<DB, 'tasks'>

interface Search {
  filters: TaskSelection
  /** What `filters.filter` says. */
  filter: Filter
  customFields?: CustomFields
  /** The projects whose tasks the user can see. */
  projectIds: number[]
  /** The ones where the user also sees what others deleted. */
  trashProjectIds: number[]
  userId: number
  today: string
}

/** Words and conditions can match any number of tasks, so that their values decide how to look for them. */
export function isPlannedEachTime({ search, filter }: TaskSelection) {
  return Boolean(search || filter)
}

/** The filters as a condition, always within the given projects. */
export function matchTasks({
  filters,
  filter,
  customFields,
  projectIds,
  trashProjectIds,
  userId,
  today,
}: Search) {
  const isIn = isPlannedEachTime(filters) ? among : amongUnseen
  return (tasks: Tasks) =>
    tasks.and([
      isIn('tasks.projectId', projectIds),
      ...deletion(tasks, filters, trashProjectIds, userId),
      ...ids(filters, isIn),
      ...stickers(projectIds, filters.stickerId),
      ...cycles(filters.cycleId, { userId, projectIds, today }),
      ...people(tasks, 'assigneeId', filters.assigneeId, userId, ids =>
        isAssignedTo(ids, isIn('tasks.assigneeId', ids)),
      ),
      ...people(tasks, 'creatorId', filters.creatorId, userId, ids => isIn('tasks.creatorId', ids)),
      ...days(tasks, filters, today),
      ...textConditions(projectIds, filters.search),
      ...('all' in filter && filter.all.length === 0
        ? []
        : [matchFilter(filter, { userId, projectIds, today, customFields })]),
    ])
}

function deletion(
  { eb, or }: Tasks,
  { deleted = 'false' }: TaskSelection,
  trashProjectIds: number[],
  userId: number,
) {
  const isActive = eb('tasks.deletedAt', 'is', null)
  if (deleted === 'false') return [isActive]
  const isVisible = or([eb('tasks.deletedBy', '=', userId), among('tasks.projectId', trashProjectIds)])
  return deleted === 'true' ? [eb('tasks.deletedAt', 'is not', null), isVisible] : [or([isActive, isVisible])]
}

function ids(filters: TaskSelection, isIn: typeof among) {
  const columns = { boardId: 'boardId', columnId: 'columnId', priorityId: 'priorityId', ids: 'id' } as const
  return (Object.keys(columns) as (keyof typeof columns)[]).flatMap(filter => {
    const list = filters[filter]
    return list ? [isIn(`tasks.${columns[filter]}`, idsOf(list))] : []
  })
}

function stickers(projectIds: number[], list?: string) {
  if (!list) return []
  return [
    sql<SqlBool>`tasks.id in (select task_stickers.task_id from task_stickers
      where ${among('taskStickers.stickerId', idsOf(list))} and ${among('taskStickers.projectId', projectIds)})`,
  ]
}

function cycles(list: string | undefined, context: FilterContext) {
  if (!list) return []
  const values = list.split(',').map(one => (one === 'none' ? null : one === 'current' ? one : Number(one)))
  return [matchFilter({ field: 'cycle', operator: '=', values }, context)]
}

function people(
  { eb, or }: Tasks,
  column: 'assigneeId' | 'creatorId',
  list: string | undefined,
  userId: number,
  isAny: (ids: number[]) => RawBuilder<SqlBool>,
) {
  if (!list) return []
  const named = list.split(',')
  const ids = named.filter(name => name !== 'none').map(name => (name === 'me' ? userId : Number(name)))
  return [
    or([
      ...(ids.length > 0 ? [isAny(ids)] : []),
      ...(named.includes('none') ? [eb(`tasks.${column}`, 'is', null)] : []),
    ]),
  ]
}

function days(tasks: Tasks, filters: TaskSelection, today: string) {
  const { eb, and, not } = tasks
  const { dueFrom, dueTo, createdFrom, createdTo, overdue, completed, archived } = filters
  const isOverdue = () => and([eb('tasks.dueDate', '<', today), eb('tasks.completedAt', 'is', null)])
  return [
    ...(dueFrom ? [eb('tasks.dueDate', '>=', dueFrom)] : []),
    ...(dueTo ? [eb('tasks.dueDate', '<=', dueTo)] : []),
    ...(createdFrom ? [eb('tasks.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('tasks.createdAt', '<=', endOf(createdTo))] : []),
    ...(completed === undefined ? [] : [eb('tasks.completedAt', completed ? 'is not' : 'is', null)]),
    ...(archived === undefined ? [] : [eb('tasks.archivedAt', archived ? 'is not' : 'is', null)]),
    ...(overdue === undefined
      ? []
      : [overdue ? isOverdue() : not(eb.fn.coalesce(isOverdue(), sql<boolean>`false`))]),
  ]
}
