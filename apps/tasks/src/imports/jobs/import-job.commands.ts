import { textOf } from '@atrium/core/catalogue'
import { fieldText } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/core/paging'
import { openText, sealText } from '@atrium/core/sealed-text'
import { inTransaction } from '@atrium/database/transaction'
import { addJob } from '@atrium/jobs/jobs'
import { putUpload } from '@atrium/storage/files'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import { Compile } from 'typebox/compile'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import { audit } from '#audit/audit.ts'
import { findBoardAccess } from '#boards/board.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, errorCatalogue, NotFound, ValidationFailed } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import type { Settings } from '#settings.ts'
import { texts } from '#texts.ts'
import { listMembers } from '../import.queries.ts'
import type { LossKind } from '../plan/import-plan.contract.ts'
import { importSources } from '../sources/sources.ts'
import {
  type ImportJob,
  type ImportStart,
  MappedColumns,
  MappedPeople,
  type NewImport,
} from './import-job.contract.ts'
import * as queries from './import-job.queries.ts'
import type { ImportFailure, StoredJob } from './stored-job.ts'
import { removeImported } from './take-back.ts'

export const RUN_IMPORT = 'run_import'
/** How many imports of a user can wait or run at a time. */
const MAX_OPEN = 3
const REVOCABLE_MS = 24 * 3_600_000
const PURPOSE = 'import token'

/** Stores what the import needs, and adds a job that runs it. */
export async function startImport(
  deps: Deps,
  actor: Actor,
  { source, file, address, token, dryRun, ...input }: NewImport,
  language: Language,
): Promise<StoredJob> {
  requireOrigin(source, { file, address, token })
  if (address) await deps.outbound.check(address, 'address')
  const choices = await readChoices(deps, actor, input)
  const content = file && (await putUpload(deps, file))
  return inTransaction(deps, async tx => {
    await lockOwnImports(tx, actor)
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
      choices: JSON.stringify({ ...choices, withArchived: input.withArchived ?? job.choices.withArchived }),
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

/** A file or an address, and a token for the latter. */
function requireOrigin(
  source: ImportJob['source'],
  { file, address, token }: Pick<NewImport, 'file' | 'address' | 'token'>,
) {
  if (!file === !address) throw new ValidationFailed({ file: 'import_file_or_address' })
  if (!address) {
    if (source === 'planka' || source === 'kanboard') throw new ValidationFailed({ address: 'required' })
    return
  }
  const isKnown = importSources.some(({ id }) => id === source)
  if (!isKnown) throw new ValidationFailed({ address: 'import_needs_file' })
  if (!URL.canParse(address)) throw new ValidationFailed({ address: 'web_address_expected' })
  if (!token) throw new ValidationFailed({ token: 'required' })
}

/** Checks what names records of ours with the rights of the actor. */
async function readChoices(deps: Deps, actor: Actor, input: ImportStart) {
  const people = readList(input.people, 'people', isMappedPeople)
  const columns = readList(input.columns, 'columns', isMappedColumns)
  await requireTarget(deps, actor, input)
  await requireUsers(deps, actor, input, people)
  return { people, columns, withArchived: input.withArchived ?? false, boardId: input.boardId ?? null }
}

async function requireTarget({ db }: Deps, actor: Actor, { projectId, boardId }: ImportStart) {
  if (projectId !== undefined) {
    const access = await findProjectAccess(db, actor.id, projectId)
    if (!access) throw new NotFound('project_not_found')
    requireRight(actor, access, 'task.import')
  }
  if (boardId === undefined) return
  const board = await findBoardAccess(db, actor.id, boardId)
  if (!board || board.deletedAt) throw new ValidationFailed({ boardId: 'does_not_exist' })
  if (board.projectId !== projectId) throw new ValidationFailed({ boardId: 'in_other_project' })
}

/** People of a new project are users whom the actor sees, those of another one are its members. */
async function requireUsers(deps: Deps, actor: Actor, { projectId }: ImportStart, people: MappedPeople) {
  const ids = [...new Set(people.flatMap(({ userId }) => userId ?? []))]
  const known = new Set(
    projectId === undefined
      ? (await queries.findUsers(deps.db, viewerOf(actor, deps), { ids, emails: [] })).map(({ id }) => id)
      : (await listMembers(deps.db, projectId)).map(({ userId }) => userId),
  )
  const unknown = people.findIndex(({ userId }) => userId !== null && !known.has(userId))
  if (unknown < 0) return
  const code = projectId === undefined ? 'does_not_exist' : 'member_expected'
  throw new ValidationFailed({ [`people.${unknown}.userId`]: code })
}

const isMappedPeople = Compile(MappedPeople)
const isMappedColumns = Compile(MappedColumns)

function readList<T>(
  given: T[] | string | undefined,
  field: string,
  check: { Check: (value: unknown) => boolean },
) {
  if (typeof given !== 'string') return given ?? []
  try {
    const list: unknown = JSON.parse(given)
    if (check.Check(list)) return list as T[]
  } catch {}
  throw new ValidationFailed({ [field]: 'import_mapping_invalid' })
}

/** Requests of one user that start imports wait for each other, so that the limit holds. */
async function lockOwnImports(tx: Database, { id }: Actor) {
  await tx.selectFrom('users').where('id', '=', id).select('id').forNoKeyUpdate().execute()
}

export async function getImport({ db }: Deps, actor: Actor, id: number) {
  return queries.getJob(db, actor.id, id)
}

export async function listImports({ db }: Deps, actor: Actor, page: Page) {
  return queries.listJobs(db, actor.id, page)
}

function revocableUntil({ finishedAt }: Pick<StoredJob, 'finishedAt'>) {
  return finishedAt && new Date(Date.parse(finishedAt) + REVOCABLE_MS).toISOString()
}

const emptyReport = {
  taskCount: 0,
  commentCount: 0,
  fileCount: 0,
  created: 0,
  known: 0,
  people: [],
  columns: [],
  skipped: [],
}

/** An import as its user sees it, in the language of the request. */
export function describeImport(job: StoredJob, language: Language): ImportJob {
  const { id, source, name, address, status, isDryRun, projectId, boardId, failure, createdAt, finishedAt } =
    job
  const { losses } = texts(language).imports
  const isRevocable = status === 'done' && !isDryRun
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

export function explain({ code, params = {}, fields = {} }: ImportFailure, language: Language) {
  const [wrong] = Object.entries(fields)
  if (!wrong) return textOf(errorCatalogue, language, code, params)
  const [error] = [wrong[1]].flat()
  return `${wrong[0]}: ${error === undefined ? code : fieldText(errorCatalogue, language, error)}`
}
