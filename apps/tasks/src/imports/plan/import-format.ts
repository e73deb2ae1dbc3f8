import type { CustomField } from '#fields/field.contract.ts'
import type { ImportPlan, LossKind } from './import-plan.contract.ts'
import type { ImportSourceId } from './import-sources.contract.ts'

/** A program whose files can be imported. It runs in browsers and in Node, and knows no ids of ours. */
export interface ImportFormat<Content, Options extends object, Shown = unknown> {
  /** Names the format in requests and on the command line; never changes. */
  id: ImportSourceId
  /** Whether a file looks like one of this format. The first format of the list that says yes reads it. */
  detect: (file: FileStart) => boolean
  /** Throws `FileNotRead` if it cannot. */
  read: (file: ImportFile) => Content
  /** What a form of the options shows of the file, such as the columns of a table. */
  show: (content: Content) => Shown
  /** What the content calls itself; the name of the file counts if it says nothing. */
  nameOf: (content: Content) => string
  /** The options that fit the file and the project best. */
  defaults: (content: Content, target: ImportTarget) => Options
  /** Gives the same plan for the same content and options. What it leaves out is named in `remarks` and `skipped`. */
  plan: (content: Content, options: Options) => FormatPlan
  /** The bytes of an attachment that the content itself has, by the `url` that the plan gives it. */
  fileOf?: (content: Content, url: string) => Uint8Array | undefined
}

/** A format whose types only itself knows. */
export type AnyFormat = ImportFormat<unknown, object>

/** Declares a format of the list: only its own content and options ever reach it. */
export function importFormat<Content, Options extends object, Shown>(
  format: ImportFormat<Content, Options, Shown>,
): AnyFormat {
  return format as unknown as AnyFormat
}

export interface FileStart {
  name: string
  /** The first characters, as far as they are text. */
  head: string
}

export interface ImportFile {
  name: string
  bytes: ArrayBuffer
}

/** What the options of a format can be derived from besides the file. */
export interface ImportTarget {
  fields: CustomField[]
  /** The column of tasks that name none. */
  defaultColumn: string
  isMonthFirst: boolean
  /** Where an instant becomes a day; see `daysIn`. */
  timeZone: string
}

/** A plan of any size, with what the format had to leave out. */
export interface FormatPlan extends Pick<ImportPlan, 'columns' | 'people' | 'stickers' | 'tasks'> {
  remarks: Remark[]
  skipped: SkippedItem[]
  cycles?: ImportPlan['cycles']
  /** Custom fields of the source; a table has columns instead. */
  sourceFields?: SourceFieldCount[]
}

/** A custom field of the source, and how many tasks have a value for it. */
export interface SourceFieldCount {
  name: string
  taskCount: number
}

/** What a task loses because the format cannot read or keep it. */
export interface Remark {
  externalId: string
  kind: LossKind
  example?: string
  /** How many values are lost, if it is not one. */
  count?: number
}

/** An item of the file that becomes no task. */
export interface SkippedItem {
  title: string
  reason: 'noTitle' | 'archived' | 'archivedList' | 'noList'
}

export type FileProblem =
  | 'empty'
  | 'notText'
  | 'notUtf8'
  | 'notJson'
  | 'notTrello'
  | 'otherFormat'
  | 'damaged'
  | 'tooLarge'
  | 'unreadable'

/** Says why a file cannot be imported. */
export class FileNotRead extends Error {
  readonly problem: FileProblem
  constructor(problem: FileProblem) {
    super(problem)
    this.problem = problem
  }
}
