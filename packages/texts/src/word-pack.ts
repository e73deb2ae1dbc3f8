import type { RuleWords } from './rule-words.ts'

type Heading =
  | 'title'
  | 'column'
  | 'description'
  | 'assignee'
  | 'startDate'
  | 'dueDate'
  | 'priority'
  | 'estimate'
  | 'stickers'
  | 'repeat'
  | 'archived'

/** The words that parsers understand in a language. Texts with `|` are alternatives of a regular expression, in lower case. Accents do not matter. */
export interface Words {
  /** Days by how far they are from today. */
  days: Record<string, number>
  /** What can come before a day: “by Friday”. */
  beforeDay: string
  /** “in” of “in three days”, and “a” of “in a week”. */
  inSome: string
  one: string
  day: string
  week: string
  month: string
  nextWeek: string
  next: string
  /** From Monday to Sunday. */
  weekdays: readonly [string, string, string, string, string, string, string]
  /** From January to December, in every form that a date can have. */
  months: readonly (readonly string[])[]
  /** Endings of ordinal numbers: “24th”. */
  ordinals: string
  /** After these words a day is a part of the sentence: “notes of Monday”. */
  notBeforeDay: string
  /** What users call themselves after @. */
  me: readonly string[]
  /** The built-in priorities. */
  priorities: Record<string, readonly string[]>
  /** What people call the commands of the palette. */
  commands: Record<string, string>
  /** What other programs call the columns of a table with tasks, the best name first. */
  headings: Record<Heading, readonly string[]>
  /** What other programs call the four built-in priorities, from low to urgent. */
  levels: readonly [readonly string[], readonly string[], readonly string[], readonly string[]]
  /** Titles of a column with completed tasks; the first one is that of a new board. */
  done: readonly [string, ...string[]]
  yes: readonly string[]
  no: readonly string[]
  /** What trackers call a type of issue that is simply a task, or a sub-task. */
  plainTasks: readonly string[]
  /** The letters of another script in Latin ones, as addresses have them. */
  latin?: Record<string, string>
  /** The sentences of recurring tasks; a language without them has the English ones. */
  rules?: RuleWords
}
