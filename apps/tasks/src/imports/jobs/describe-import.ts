import { textOf } from '@atrium/core/catalogue'
import { fieldText } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { errorCatalogue } from '#errors.ts'
import { texts } from '#texts.ts'
import type { LossKind } from '../plan/import-plan.contract.ts'
import type { ImportJob, ImportNote } from './import-job.contract.ts'
import { emptyReport } from './job-report.ts'
import type { ImportFailure, StoredJob, StoredNote } from './stored-job.ts'

const REVOCABLE_MS = 24 * 3_600_000

export function revocableUntil({ finishedAt }: Pick<StoredJob, 'finishedAt'>) {
  return finishedAt && new Date(Date.parse(finishedAt) + REVOCABLE_MS).toISOString()
}

/** An import as its user sees it, in the language of the request. */
export function describeImport(job: StoredJob, language: Language): ImportJob {
  const { id, source, name, address, status, isDryRun, projectId, boardId, failure, createdAt, finishedAt } =
    job
  const { losses } = texts(language).imports
  const hasCreated = status === 'done' || (job.report.created ?? 0) > 0
  const isRevocable = finishedAt !== null && !isDryRun && hasCreated
  return {
    id,
    source,
    name,
    address,
    status,
    isDryRun,
    projectId,
    boardId,
    progress: { step: job.step, done: job.done, total: job.total },
    losses: Object.entries(job.losses).map(([kind, { count, example }]) => ({
      kind: kind as LossKind,
      count,
      example,
      text: losses[kind as LossKind],
    })),
    report: { ...emptyReport, ...job.report },
    error: failure && { code: failure.code, message: explain(failure, language) },
    createdAt,
    finishedAt,
    revocableUntil: isRevocable ? revocableUntil(job) : null,
  }
}

/** What an import says about an item, in the language of the request. */
export function describeNote({ title, taskId, reason, losses }: StoredNote, language: Language): ImportNote {
  const words = texts(language).imports.losses
  return { title, taskId, reason, losses: losses.map(kind => ({ kind, text: words[kind] })) }
}

export function explain({ code, params = {}, fields = {} }: ImportFailure, language: Language) {
  const [wrong] = Object.entries(fields)
  if (!wrong) return textOf(errorCatalogue, language, code, params)
  const [error] = [wrong[1]].flat()
  return `${wrong[0]}: ${error === undefined ? code : fieldText(errorCatalogue, language, error)}`
}
