import { endOf, startOf } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { PLANNED_EACH_TIME } from '@atrium/database/connect'
import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { idsOf } from '#administration/list-filters.ts'
import type { DB } from '#database.ts'
import { parseTaskKey } from '#projects/project-key.contract.ts'
import type { TaskFilters } from './task.contract.ts'

type Tasks = ExpressionBuilder<DB, 'tasks'>

interface Search {
  filters: TaskFilters
  /** The projects whose tasks the user can see. */
  projectIds: number[]
  /** The ones where the user also sees what others deleted. */
  trashProjectIds: number[]
  userId: number
  today: string
}

/** The filters as a condition, always within the given projects. */
export function matchTasks({ filters, projectIds, trashProjectIds, userId, today }: Search) {
  return (tasks: Tasks) =>
    tasks.and([
      among('tasks.projectId', projectIds),
      ...deletion(tasks, filters, trashProjectIds, userId),
      ...ids(filters),
      ...stickers(projectIds, filters.stickerId),
      ...people(tasks, 'assigneeId', filters.assigneeId, userId),
      ...people(tasks, 'creatorId', filters.creatorId, userId),
      ...days(tasks, filters, today),
      ...search(projectIds, filters.search),
    ])
}

function deletion(
  { eb, or }: Tasks,
  { deleted = 'false' }: TaskFilters,
  trashProjectIds: number[],
  userId: number,
) {
  const isActive = eb('tasks.deletedAt', 'is', null)
  if (deleted === 'false') return [isActive]
  const isVisible = or([eb('tasks.deletedBy', '=', userId), among('tasks.projectId', trashProjectIds)])
  return deleted === 'true' ? [eb('tasks.deletedAt', 'is not', null), isVisible] : [or([isActive, isVisible])]
}

function ids(filters: TaskFilters) {
  const columns = { boardId: 'boardId', columnId: 'columnId', priorityId: 'priorityId', ids: 'id' } as const
  return (Object.keys(columns) as (keyof typeof columns)[]).flatMap(filter => {
    const list = filters[filter]
    return list ? [among(`tasks.${columns[filter]}`, idsOf(list))] : []
  })
}

function stickers(projectIds: number[], list?: string) {
  if (!list) return []
  return [
    sql<SqlBool>`tasks.id in (select task_stickers.task_id from task_stickers
      where ${among('taskStickers.stickerId', idsOf(list))} and ${among('taskStickers.projectId', projectIds)})`,
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
      ...(ids.length > 0 ? [among(`tasks.${column}`, ids)] : []),
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

/** Every word must occur, also as a part of a longer one; `#12` is the number of a task, `WR-12` may be one with its project. */
function search(projectIds: number[], text = '') {
  const words = text.trim().split(/\s+/).filter(Boolean)
  const numbers = words.filter(isTaskNumber)
  const keys = words.filter(isTaskKey)
  const others = words.filter(word => !isTaskNumber(word) && !isTaskKey(word))
  return [
    ...numbers.map(number => sql<SqlBool>`tasks.number = ${number.slice(1)}`),
    ...keys.map(key => withKey(projectIds, key)),
    ...(others.length > 0 ? [sql<SqlBool>`tasks.id in (${withWords(projectIds, others)})`] : []),
  ]
}

function isTaskNumber(word: string) {
  return /^#\d{1,15}$/.test(word)
}

function isTaskKey(word: string) {
  return parseTaskKey(word)?.projectKey !== undefined
}

/** The task with this key, and those that mention it: `utf-8` may be either. */
function withKey(projectIds: number[], word: string) {
  const { projectKey, number } = parseTaskKey(word) ?? {}
  return sql<SqlBool>`tasks.id in (
    select keyed.id from tasks as keyed join projects on projects.id = keyed.project_id
    where projects.key = ${projectKey} and keyed.number = ${number} and ${among('keyed.projectId', projectIds)}
    union all ${withWords(projectIds, [word])})`
}

function withWords(projectIds: number[], words: string[]) {
  const conditions = [among('taskTexts.projectId', projectIds), ...words.flatMap(withWord)]
  return sql`select task_texts.task_id from task_texts ${PLANNED_EACH_TIME}
    where ${sql.join(conditions, sql` and `)}`
}

/**
 * The trigram index only helps with three letters or digits in a row; without them, it would search every project. Of a
 * long word it looks up two trigrams: reading the list of a third one takes longer than it saves.
 */
function withWord(word: string) {
  const contains = sql`strpos(task_texts.text, ${asStored(word)}) > 0`
  const [letters] = word.match(/[\p{L}\p{N}]{3,}/u) ?? []
  if (!letters) return [contains]
  const isLike = (pattern: string) => sql`task_texts.text like ${asStored(pattern)}`
  const [first, second] = letters.match(/.{3}/gu) ?? []
  if (second) return [isLike(`%${first}%${second}%`), contains]
  return letters === word ? [isLike(`%${word}%`)] : [isLike(`%${letters}%`), contains]
}

/** Lower case without accents, as the trigger on tasks stores it. */
function asStored(text: string) {
  return sql`unaccent(lower(${text}))`
}
