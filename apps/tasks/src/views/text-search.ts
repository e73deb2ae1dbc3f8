import { among } from '@atrium/database/conditions'
import { PLANNED_EACH_TIME } from '@atrium/database/connections/preparing-client'
import { type SqlBool, sql } from 'kysely'
import { parseTaskKey } from '#projects/project-key.contract.ts'

/** Whether a task matches a search. */
export function withText(projectIds: number[], text: string) {
  const conditions = textConditions(projectIds, text)
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Every word must occur, also as a part of a longer one; `#12` is the number of a task, `WR-12` may be one with its project. */
export function textConditions(projectIds: number[], text = '') {
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
