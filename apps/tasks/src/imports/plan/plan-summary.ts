import { packs } from '@atrium/texts/words'
import type { FormatPlan, SkippedItem, SourceFieldCount } from './import-format.ts'
import type { LossKind } from './import-plan.contract.ts'

/** What a preview needs of a plan, whatever its size. */
export interface PlanSummary extends Pick<FormatPlan, 'people' | 'stickers'> {
  columns: { externalId: string; title: string; isDone: boolean }[]
  skipped: SkippedItem[]
  sourceFields: SourceFieldCount[]
  taskCount: number
  commentCount: number
  checklistCount: number
  cycleCount: number
  /** How many tasks are in each column, by its title. */
  tasksByColumn: Map<string, number>
  /** How many tasks name each person, by external id. */
  assignees: Map<string, number>
  /** For how many tasks each person has voted, by external id. */
  voters: Map<string, number>
  priorities: Map<string, number>
  /** Names of options and people in custom fields, and how many tasks have each. */
  fieldWords: FieldWord[]
  /** What the file itself rules out. */
  losses: SummedLoss[]
  firstTasks: FirstTask[]
}

export interface SummedLoss {
  kind: LossKind
  count: number
  examples: string[]
}

export interface FieldWord {
  /** The name or id of the field. */
  field: string
  word: string
  count: number
}

interface FirstTask {
  title: string
  column: string
  dueDate: string | null
  stickers: string[]
}

const FIRST_TASKS = 5

export function summarizePlan({ tasks, remarks, sourceFields = [], ...rest }: FormatPlan): PlanSummary {
  const titles = new Map(rest.columns.map(({ externalId, title }) => [externalId, title]))
  const columnOf = (id: string | null | undefined) => titles.get(id ?? '') ?? ''
  return {
    ...rest,
    columns: withDone(rest.columns),
    sourceFields,
    taskCount: tasks.length,
    commentCount: sum(tasks.map(({ comments = [] }) => comments.length)),
    checklistCount: sum(tasks.map(({ checklist = [] }) => checklist.length)),
    cycleCount: countCycles(tasks),
    tasksByColumn: countWords(tasks.map(({ column }) => columnOf(column))),
    assignees: countWords(tasks.flatMap(({ assignees = [] }) => assignees)),
    voters: countWords(tasks.flatMap(({ voters = [] }) => voters)),
    priorities: countWords(tasks.flatMap(({ priority }) => priority ?? [])),
    fieldWords: countFieldWords(tasks),
    losses: [...Map.groupBy(remarks, ({ kind }) => kind)].map(([kind, all]) => ({
      kind,
      count: sum(all.map(({ count = 1 }) => count)),
      examples: [...new Set(all.flatMap(({ example }) => example ?? []))],
    })),
    firstTasks: tasks.slice(0, FIRST_TASKS).map(({ title, column, dueDate = null, stickers = [] }) => ({
      title,
      column: columnOf(column),
      dueDate,
      stickers,
    })),
  }
}

/** Ignores letter case in the names of cycles. */
export function countCycles(tasks: FormatPlan['tasks']) {
  return new Set(tasks.flatMap(({ cycle }) => cycle?.toLowerCase() ?? [])).size
}

function countFieldWords(tasks: FormatPlan['tasks']): FieldWord[] {
  const all = tasks.flatMap(({ fields = {} }) =>
    Object.entries(fields).flatMap(([field, value]) =>
      [value].flat().flatMap(word => (typeof word === 'string' ? [{ field, word }] : [])),
    ),
  )
  const same = Map.groupBy(all, ({ field, word }) => `${field} ${word.toLowerCase()}`)
  return [...same.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: 1 + others.length }] : [],
  )
}

function countWords(words: string[]) {
  return new Map([...Map.groupBy(words, word => word)].map(([word, all]) => [word, all.length]))
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Which columns complete tasks: as the format says, or else the one whose title says so. */
export function withDone(columns: FormatPlan['columns']) {
  const isSettled = columns.some(({ isDone }) => isDone !== undefined)
  const guess = isSettled ? undefined : guessDoneColumn(columns.map(({ title }) => title))
  return columns.map(column => ({ ...column, isDone: column.isDone ?? column.title === guess }))
}

const doneWords = packs.flatMap(({ done }) => done)

/**
 * The column for completed tasks, by its title. Unlike on a new board, the last one is a bad guess: its tasks would be completed,
 * and a CSV file has the columns in the order of its rows.
 */
export function guessDoneColumn(titles: string[]) {
  return titles.find(title => doneWords.includes(title.trim().toLowerCase()))
}
