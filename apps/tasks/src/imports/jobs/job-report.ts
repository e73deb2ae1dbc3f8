import type { Deps } from '#deps.ts'
import { listFields } from '#fields/field.queries.ts'
import { fieldIdsOf, findTarget } from '../formats/board/field-ids.ts'
import type { FormatPlan, SkippedItem } from '../plan/import-format.ts'
import { countCycles } from '../plan/plan-summary.ts'
import { isFetched } from './fetch-files.ts'
import type { ImportReport } from './import-job.contract.ts'
import type { ReadContent } from './job-plan.ts'
import type { Running } from './running-job.ts'
import type { StoredJob } from './stored-job.ts'

export const emptyReport: ImportReport = {
  taskCount: 0,
  commentCount: 0,
  cycleCount: 0,
  fileCount: 0,
  created: 0,
  known: 0,
  people: [],
  columns: [],
  fields: [],
  skipped: [],
}

/** What an import has found, before it writes anything. */
export async function reportOn(
  { db }: Deps,
  { job }: Running,
  read: ReadContent,
  plan: FormatPlan,
  userIds: Map<string, number>,
): Promise<ImportReport> {
  const fields = job.projectId === null ? [] : await listFields(db, job.projectId)
  const fieldIds = fieldIdsOf(job.choices.fields)
  const fieldOf = (name: string) => findTarget(name, fields, fieldIds)?.id ?? null
  return reportOf(plan, userIds, countFetched(job, read, plan), fieldOf)
}

function reportOf(
  { tasks, people, columns, skipped, sourceFields = [] }: FormatPlan,
  userIds: Map<string, number>,
  fileCount: number,
  fieldOf: (name: string) => number | null,
): ImportReport {
  const byPerson = countsOf(tasks.flatMap(({ assignees = [] }) => assignees))
  const byColumn = countsOf(tasks.flatMap(({ column }) => column ?? []))
  return {
    taskCount: tasks.length,
    commentCount: tasks.reduce((sum, { comments = [] }) => sum + comments.length, 0),
    cycleCount: countCycles(tasks),
    fileCount,
    created: 0,
    known: 0,
    people: people.map(({ externalId, name }) => ({
      externalId,
      name,
      userId: userIds.get(externalId) ?? null,
      taskCount: byPerson.get(externalId) ?? 0,
    })),
    columns: columns.map(({ externalId, title, isDone = false }) => ({
      externalId,
      title,
      isDone,
      taskCount: byColumn.get(externalId) ?? 0,
    })),
    fields: sourceFields.map(({ name, taskCount }) => ({ name, taskCount, fieldId: fieldOf(name) })),
    skipped: [...countsOf(skipped.map(({ reason }) => reason))].map(([reason, count]) => ({
      reason: reason as SkippedItem['reason'],
      count,
    })),
  }
}

function countsOf(words: string[]) {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** How many attachments are fetched and stored. */
function countFetched(job: StoredJob, read: ReadContent, { tasks }: FormatPlan) {
  const all = tasks.flatMap(({ attachments = [] }) => attachments)
  return all.filter(({ url }) => isFetched(job, read, url)).length
}
