import { PLANNED_EACH_TIME } from '@atrium/database/connect'
import { containing } from '@atrium/database/containing'
import { endOf, startOf } from '@atrium/http/pagination'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idsOf } from '#administration/list-filters.ts'
import type { DB } from '#database.ts'
import type { TaskFilters } from './task.schema.ts'

type Tasks = ExpressionBuilder<DB, 'tasks'>

interface Asked {
  filters: TaskFilters
  /** The projects whose tasks whoever asks may see. */
  projectIds: number[]
  userId: number
  today: string
}

/** The condition that the filters make, always inside the given projects. */
export function matchingTasks({ filters, projectIds, userId, today }: Asked) {
  return (tasks: Tasks) =>
    tasks.and([
      sql<SqlBool>`tasks.project_id = any(${projectIds}::bigint[])`,
      ...deletion(tasks, filters),
      ...ids(tasks, filters),
      ...stickers(projectIds, filters.stickerId),
      ...people(tasks, 'assigneeId', filters.assigneeId, userId),
      ...people(tasks, 'creatorId', filters.creatorId, userId),
      ...days(tasks, filters, today),
      ...search(projectIds, filters.search),
    ])
}

function deletion({ eb }: Tasks, { deleted = 'false' }: TaskFilters) {
  if (deleted === 'all') return []
  return [eb('tasks.deletedAt', deleted === 'true' ? 'is not' : 'is', null)]
}

function ids({ eb }: Tasks, filters: TaskFilters) {
  const columns = { boardId: 'boardId', columnId: 'columnId', priorityId: 'priorityId', ids: 'id' } as const
  return (Object.keys(columns) as (keyof typeof columns)[]).flatMap(filter => {
    const list = filters[filter]
    return list ? [eb(`tasks.${columns[filter]}`, 'in', idsOf(list))] : []
  })
}

function stickers(projectIds: number[], list?: string) {
  if (!list) return []
  return [
    sql<SqlBool>`tasks.id in (select task_stickers.task_id from task_stickers
      where task_stickers.sticker_id = any(${idsOf(list)}::bigint[])
      and task_stickers.project_id = any(${projectIds}::bigint[]))`,
  ]
}

function people(
  { eb, or }: Tasks,
  column: 'assigneeId' | 'creatorId',
  list: string | undefined,
  userId: number,
) {
  if (!list) return []
  const named = list.split(',')
  const ids = named.filter(name => name !== 'none').map(name => (name === 'me' ? userId : Number(name)))
  return [
    or([
      ...(ids.length > 0 ? [eb(`tasks.${column}`, 'in', ids)] : []),
      ...(named.includes('none') ? [eb(`tasks.${column}`, 'is', null)] : []),
    ]),
  ]
}

function days(tasks: Tasks, filters: TaskFilters, today: string) {
  const { eb, and, not } = tasks
  const { dueFrom, dueTo, createdFrom, createdTo, overdue, completed } = filters
  const isOverdue = and([eb('tasks.dueDate', '<', today), eb('tasks.completedAt', 'is', null)])
  return [
    ...(dueFrom ? [eb('tasks.dueDate', '>=', dueFrom)] : []),
    ...(dueTo ? [eb('tasks.dueDate', '<=', dueTo)] : []),
    ...(createdFrom ? [eb('tasks.createdAt', '>=', startOf(createdFrom))] : []),
    ...(createdTo ? [eb('tasks.createdAt', '<=', endOf(createdTo))] : []),
    ...(completed === undefined ? [] : [eb('tasks.completedAt', completed ? 'is not' : 'is', null)]),
    ...(overdue === undefined
      ? []
      : [overdue ? isOverdue : not(eb.fn.coalesce(isOverdue, sql<boolean>`false`))]),
  ]
}

/** Every word must be there, each as a part of a word; `#12` is a task's number. */
function search(projectIds: number[], text = '') {
  const words = text.trim().split(/\s+/).filter(Boolean)
  const numbers = words.filter(isTaskNumber)
  const others = words.filter(word => !isTaskNumber(word))
  return [
    ...numbers.map(number => sql<SqlBool>`tasks.number = ${number.slice(1)}`),
    ...(others.length > 0 ? [withWords(projectIds, others)] : []),
  ]
}

function isTaskNumber(word: string) {
  return /^#\d{1,15}$/.test(word)
}

function withWords(projectIds: number[], words: string[]) {
  return sql<SqlBool>`tasks.id in (select task_texts.task_id from task_texts ${PLANNED_EACH_TIME}
    where task_texts.project_id = any(${projectIds}::bigint[]) and ${sql.join(words.flatMap(withWord), sql` and `)})`
}

const [FEWEST_LETTERS, MOST_LETTERS] = [3, 5]

/**
 * Fewer than three letters are not in the index: looked for by it they would be looked for in every project. Each
 * letter more is one list more to read there, and five are rare enough.
 */
function withWord(word: string) {
  const letters = [...word]
  const contains = sql`strpos(task_texts.text, ${asStored(word)}) > 0`
  if (letters.length < FEWEST_LETTERS) return [contains]
  const beginning = letters.slice(0, MOST_LETTERS).join('')
  const begins = sql`task_texts.text like ${asStored(containing(beginning))}`
  return letters.length > MOST_LETTERS ? [begins, contains] : [begins]
}

/** Small letters without accents, as the trigger of the tasks makes them. */
function asStored(text: string) {
  return sql`unaccent(lower(${text}))`
}
