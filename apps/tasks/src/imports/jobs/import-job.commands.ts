import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/core/paging'
import { openText, sealText } from '@atrium/core/sealed-text'
import { inTransaction } from '@atrium/database/transaction'
import { addJob } from '@atrium/jobs/jobs'
import { putUpload } from '@atrium/storage/files'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Actor } from '#administration/actor.ts'
import { lockUser } from '#administration/user.queries.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import type { Settings } from '#settings.ts'
import { revocableUntil } from './describe-import.ts'
import type { ImportStart } from './import-choices.contract.ts'
import type { NewImport } from './import-job.contract.ts'
import * as queries from './import-job.queries.ts'
import { readChoices, requireOrigin } from './read-choices.ts'
import type { StoredJob } from './stored-job.ts'
import { removeImported } from './take-back.ts'

export const RUN_IMPORT = 'run_import'
/** How many imports of a user can wait or run at a time. */
const MAX_OPEN = 3
const PURPOSE = 'import token'

/** Stores what the import needs, and adds a job that runs it. */
export async function startImport(
  deps: Deps,
  actor: Actor,
  { source, file, address, token, dryRun, ...input }: NewImport,
  language: Language,
): Promise<StoredJob> {
  requireOrigin(source, { file, address, token, projectId: input.projectId })
  if (address) await deps.outbound.check(address, 'address')
  const choices = await readChoices(deps, actor, input)
  const content = file && (await putUpload(deps, file))
  return inTransaction(deps, async tx => {
    await lockUser(tx, actor.id)
    if ((await queries.countOpenJobs(tx, actor.id)) >= MAX_OPEN)
      throw new Conflict('too_many_imports', { limit: MAX_OPEN })
    const id = await queries.insertJob(tx, {
      userId: actor.id,
      projectId: input.projectId ?? null,
      createsProject: input.projectId === undefined,
      source,
      name: input.name ?? null,
      address: address ?? null,
      sealedToken: token ? sealToken(deps.settings, token) : null,
      ...(content && {
        contentKey: content.key,
        contentName: content.name,
        contentSize: content.size,
        contentSha256: content.sha256,
      }),
      choices: JSON.stringify(choices),
      language,
      isDryRun: dryRun,
      status: 'waiting',
      step: 'reading',
      createdAt: deps.now().toISOString(),
    })
    await addRun(tx, id)
    const subject = { subjectType: 'import', subjectId: id }
    await audit(deps, tx, actor, { action: 'import.started', ...subject, details: { source, dryRun } })
    return queries.getJob(tx, actor.id, id)
  })
}

/** Imports what a dry run has read. */
export async function beginImport(
  deps: Deps,
  actor: Actor,
  id: number,
  input: ImportStart,
): Promise<StoredJob> {
  const choices = await readChoices(deps, actor, input)
  return inTransaction(deps, async tx => {
    const job = await queries.lockJob(tx, actor.id, id)
    if (!job.isDryRun || job.status !== 'done' || !job.contentKey) throw new Conflict('import_not_ready')
    await queries.updateJob(tx, id, {
      isDryRun: false,
      status: 'waiting',
      step: 'reading',
      projectId: input.projectId ?? null,
      createsProject: input.projectId === undefined,
      name: input.name ?? job.name,
      choices: JSON.stringify({
        ...choices,
        withArchived: input.withArchived ?? job.choices.withArchived,
        options: input.options === undefined ? job.choices.options : choices.options,
      }),
      losses: '{}',
      report: '{}',
      done: 0,
      total: null,
      attempts: 0,
      runner: null,
      leasedUntil: null,
      finishedAt: null,
    })
    await addRun(tx, id)
    const subject = { subjectType: 'import', subjectId: id }
    await audit(deps, tx, actor, { action: 'import.started', ...subject, details: { source: job.source } })
    return queries.getJob(tx, actor.id, id)
  })
}

/** Stops an import, and removes what it has created. */
export function takeBackImport(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const job = await queries.lockJob(tx, actor.id, id)
    const until = revocableUntil(job)
    if (until && Date.parse(until) < deps.now().getTime()) throw new Conflict('import_too_old', { until })
    const removed = await removeImported(tx, deps, emit, actor, job)
    await queries.deleteJob(tx, id)
    if (job.contentKey) await removeOrphanedContent(tx, job.contentKey)
    const details = { source: job.source, projectId: job.projectId, taskCount: removed }
    await audit(deps, tx, actor, {
      action: 'import.taken_back',
      subjectType: 'import',
      subjectId: id,
      details,
    })
  })
}

export function addRun(tx: Database, jobId: number) {
  return addJob(tx, RUN_IMPORT, { jobId }, { key: `import:${jobId}`, maxAttempts: 3 })
}

export function sealToken({ TASKS_CLIENT_SECRET }: Settings, token: string) {
  return sealText(TASKS_CLIENT_SECRET, PURPOSE, token)
}

export function unsealToken({ TASKS_CLIENT_SECRET }: Settings, sealed: string) {
  return openText(TASKS_CLIENT_SECRET, PURPOSE, sealed)
}

export async function getImport({ db }: Deps, actor: Actor, id: number) {
  return queries.getJob(db, actor.id, id)
}

export async function listImportNotes({ db }: Deps, actor: Actor, id: number, page: Page) {
  await queries.getJob(db, actor.id, id)
  return queries.listNotes(db, id, page)
}

export async function listImports({ db }: Deps, actor: Actor, page: Page) {
  return queries.listJobs(db, actor.id, page)
}
