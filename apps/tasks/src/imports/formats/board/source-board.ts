import type { FieldType } from '#fields/field.contract.ts'
import type { RecurrenceMode } from '#tasks/recurrence/recurrence.contract.ts'
import type { RelationType } from '#tasks/relations/relation.contract.ts'
import type { SkippedItem } from '../../plan/import-format.ts'
import type { LossKind } from '../../plan/import-plan.contract.ts'
import type { FieldIds } from './field-ids.ts'

/** A board of another program as its format has read it. Texts and lists can still be of any length; `planBoard` makes them fit. */
export interface SourceBoard {
  columns: SourceColumn[]
  people: SourcePerson[]
  /** The colors of labels, by name. */
  labels: { name: string; color: string }[]
  tasks: SourceTask[]
  skipped: SkippedItem[]
}

export interface SourceColumn {
  id: string
  title: string
  isDone?: boolean | undefined
}

export interface SourcePerson {
  id: string
  name: string
  email?: string | undefined
}

export interface SourceTask {
  id: string
  title: string
  /** Markdown. */
  description?: string
  /** The id of a column. */
  column?: string
  /** The id of another task. */
  parent?: string
  /** Ids of people. */
  assignees?: string[]
  /** Ids of people who have voted for it. */
  voters?: string[]
  /** Calendar dates or instants. */
  startDate?: string
  dueDate?: string
  completedAt?: string
  createdAt?: string
  isArchived?: boolean
  priority?: string
  estimateSeconds?: number
  relations?: SourceRelation[]
  checklist?: { title: string; isDone: boolean }[]
  comments?: SourceComment[]
  /** Names of labels, and of what else becomes a label. */
  labels?: string[]
  fields?: SourceField[]
  cycle?: SourceCycle | undefined
  /** Addresses of the web, or paths at the source, or what `fileOf` of the format finds. */
  attachments?: { name: string; url: string; isCover?: boolean }[]
  /** A rule of RFC 5545. */
  recurrence?: { rule: string; mode?: RecurrenceMode }
  /** What the format itself cannot keep. */
  losses?: SourceLoss[]
}

/** A sprint, an iteration or a milestone. Cycles of the same name are one. */
export interface SourceCycle {
  name: string
  /** Calendar dates or instants. */
  startDate?: string
  endDate?: string
  goal?: string
  /** When it was or will be over. */
  finishedAt?: string
}

export interface SourceRelation {
  type: RelationType
  /** The id of another task. */
  task: string
}

export interface SourceComment {
  id: string
  /** The id of a person. */
  author: string
  /** Names the author where the source has no id of them. */
  authorName?: string
  at: string
  text: string
}

/** A custom field by its name; several values are options. */
export interface SourceField {
  name: string
  value: string | string[]
}

export interface SourceLoss {
  kind: LossKind
  example?: string
  count?: number
}

/** The options that formats of boards have in common. */
export interface BoardOptions {
  withArchived: boolean
  /** In which instants become days. */
  timeZone: string
  /** The custom fields of the project: a field of the source goes to the one with its name. */
  fields: KnownField[]
  /** Which of them take the values of which fields of the source. */
  fieldIds?: FieldIds
  /** Whether the plan has values of fields that the project does not have, as texts by the name of the field. */
  keepsUnknownFields?: boolean
}

export interface KnownField {
  id: number
  name: string
  type: FieldType
}
