import { inOneTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { listFields } from '#fields/field.queries.ts'
import { importPart } from '../import.commands.ts'
import { listMembers } from '../import.queries.ts'
import type { FormatPlan } from '../plan/import-format.ts'
import {
  type ImportedTask,
  type ImportPlan,
  type LossKind,
  MAX_TASKS_OF_PART,
  type PlannedAttachment,
} from '../plan/import-plan.contract.ts'
import { isFetched } from './fetch-files.ts'
import * as queries from './import-job.queries.ts'
import { addLosses, partsOf, peopleIn, type ReadContent, typeValues } from './job-plan.ts'
import { findPeople } from './match-people.ts'
import { apply, type Running, storeChanges } from './running-job.ts'
import type { StoredJob, StoredNote } from './stored-job.ts'

/** Writes the parts that have not been written. Each is one transaction with what the import remembers of it. */
export async function writeParts(
  deps: Deps,
  actor: Actor,
  running: Running,
  read: ReadContent,
  target: FormatPlan,
) {
  const { job, signal } = running
  const projectId = job.projectId as number
  const fields = await listFields(deps.db, projectId)
  const plan = typeValues(target, fields)
  const userIds = await findPeople(deps, actor, running, plan)
  const members = new Set((await listMembers(deps.db, projectId)).map(({ userId }) => userId))
  const people = plan.people.map(person => {
    const userId = userIds.get(person.externalId)
    return { ...person, userId: userId !== undefined && members.has(userId) ? userId : null }
  })
  const remarks = Map.groupBy(plan.remarks, ({ externalId }) => externalId)
  const remarksOn = (externalId: string) => (remarks.get(externalId) ?? []).map(({ kind }) => kind)
  const parts = partsOf(plan.tasks, MAX_TASKS_OF_PART)
  for (const { tasks, restCount } of parts.slice(job.parts)) {
    signal.throwIfAborted()
    if (!deps.notices.allowsBackgroundChanges())
      throw new Error('the import waits for the end of the maintenance')
    const files = tasks.map(({ externalId, attachments = [] }) => ({
      externalId,
      attachments: attachments.filter(({ url }) => isFetched(job, read, url)),
    }))
    const part: ImportPlan = {
      source: sourceKeyOf(job, read),
      ...(job.choices.boardId === null
        ? { boardName: job.name ?? read.name }
        : { boardId: job.choices.boardId }),
      createsOptions: job.createsProject || job.choices.createsOptions,
      columns: plan.columns,
      people: peopleIn(tasks, people),
      stickers: plan.stickers,
      cycles: plan.cycles ?? [],
      tasks: tasks.map(({ attachments = [], ...task }) => ({
        ...task,
        attachments: attachments.filter(({ url }) => !isFetched(job, read, url)),
      })),
    }
    apply(
      running,
      await inOneTransaction(deps.db, () =>
        writePart(deps, actor, running, { part, files, restCount, remarksOn }),
      ),
    )
  }
}

interface PartWithFiles {
  part: ImportPlan
  files: { externalId: string; attachments: PlannedAttachment[] }[]
  restCount: number
  /** What the format could not keep of a task. */
  remarksOn: (externalId: string) => LossKind[]
}

async function writePart(
  deps: Deps,
  actor: Actor,
  running: Running,
  { part, files, restCount, remarksOn }: PartWithFiles,
) {
  const { job } = running
  const projectId = job.projectId as number
  const { boardId, tasks, losses, created } = await importPart(deps, actor, projectId, part, job.language)
  const isNew = tasks.filter(task => task.isNew)
  const taskIds = new Map(isNew.map(({ externalId, taskId }) => [externalId, taskId]))
  await inTransaction(deps, async tx => {
    await queries.insertJobTasks(tx, job.id, projectId, [...taskIds.values()])
    const fetched = files.flatMap(({ externalId, attachments }) => {
      const taskId = taskIds.get(externalId)
      return taskId === undefined
        ? []
        : attachments.map(({ name, url, isCover = false }) => ({ taskId, name, url, isCover }))
    })
    await queries.insertJobFiles(tx, job.id, projectId, fetched)
    await queries.insertNotes(tx, job.id, projectId, notesOn(part, isNew, remarksOn))
  })
  const { report } = job
  const done = job.done + part.tasks.length - restCount
  return storeChanges(deps.db, running, {
    boardId,
    parts: job.parts + 1,
    done,
    losses: addLosses(job.losses, losses),
    report: {
      ...report,
      created: (report.created ?? 0) + created,
      known: done - (report.created ?? 0) - created,
    },
  })
}

/** The new tasks that have lost something. */
function notesOn(
  { tasks }: ImportPlan,
  imported: ImportedTask[],
  remarksOn: PartWithFiles['remarksOn'],
): StoredNote[] {
  const titles = new Map(tasks.map(({ externalId, title }) => [externalId, title]))
  return imported.flatMap(({ externalId, taskId, losses: lost }) => {
    const losses = [...new Set([...remarksOn(externalId), ...lost])]
    return losses.length > 0 ? [{ taskId, title: titles.get(externalId) ?? '', reason: null, losses }] : []
  })
}

/** Names what is imported, so that the same tasks are recognized when it is imported again. Rows of CSV files have no ids of their own. */
function sourceKeyOf({ source, address, contentSha256 }: StoredJob, { name }: ReadContent) {
  if (source === 'csv') return `csv ${contentSha256}`.slice(0, 100)
  return `${source} ${address ?? name}`.slice(0, 100)
}
