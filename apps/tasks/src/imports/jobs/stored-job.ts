import type { FieldErrors } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import type { LossKind } from '../plan/import-plan.contract.ts'
import type { ImportSourceId } from '../plan/import-sources.contract.ts'
import type { FileOptions, MappedColumns, MappedFields, MappedPeople } from './import-choices.contract.ts'
import type { ImportJob, ImportNote, ImportReport } from './import-job.contract.ts'

/** What the user has chosen. */
export interface Choices {
  people: MappedPeople
  columns: MappedColumns
  fields: MappedFields
  /** How the file is read. */
  options: FileOptions
  withArchived: boolean
  createsOptions: boolean
  /** The board that the user has chosen, if it is not a new one. */
  boardId: number | null
}

/** Why an import has failed; a code of the catalogue with its parameters. */
export interface ImportFailure {
  code: string
  params?: Record<string, unknown>
  fields?: FieldErrors
}

export type CountedLosses = Partial<Record<LossKind, { count: number; example: string | null }>>

export interface StoredJob {
  id: number
  userId: number
  projectId: number | null
  boardId: number | null
  createsProject: boolean
  source: ImportSourceId
  name: string | null
  address: string | null
  sealedToken: string | null
  contentKey: string | null
  contentName: string | null
  contentSize: number | null
  contentSha256: string | null
  choices: Choices
  language: Language
  isDryRun: boolean
  status: ImportJob['status']
  step: ImportJob['progress']['step']
  done: number
  total: number | null
  parts: number
  losses: CountedLosses
  report: Partial<ImportReport>
  failure: ImportFailure | null
  runner: string | null
  leasedUntil: string | null
  attempts: number
  createdAt: string
  finishedAt: string | null
}

/** What an import says about an item. */
export interface StoredNote {
  title: string
  taskId: number | null
  reason: ImportNote['reason']
  losses: LossKind[]
}
