import { randomUUID } from 'node:crypto'
import { DomainError, ValidationFailed } from '@atrium/core/errors'
import { sha256 } from '@atrium/core/sha256'
import { constraintErrors } from '@atrium/database/constraint-errors'
import { inOneTransaction } from '@atrium/database/outer-transaction'
import { inTransaction } from '@atrium/database/transaction'
import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import { putUpload } from '@atrium/storage/files'
import { removeOrphanedContent } from '@atrium/storage/orphaned-content'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import { getUserSettings, listPermissionsOf } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import { importProjectExport } from '#exports/import-project.ts'
import { addField } from '#fields/field.commands.ts'
import { listFields } from '#fields/field.queries.ts'
import { getProject, insertMember, insertProject } from '#projects/project.queries.ts'
import { texts } from '#texts.ts'
import { importPart } from '../import.commands.ts'
import { listMembers } from '../import.queries.ts'
import { FileNotRead, type FormatPlan } from '../plan/import-format.ts'
import { type ImportPlan, MAX_TASKS_OF_PART } from '../plan/import-plan.contract.ts'
import { memberFinder } from '../plan/known-names.contract.ts'
import { connectTo } from '../sources/connection.ts'
import { type SourceConnection, SourceFailed } from '../sources/import-source.ts'
import { importSources } from '../sources/sources.ts'
import { fetchFiles, isFetched } from './fetch-files.ts'
import { unsealToken } from './import-job.commands.ts'
import * as queries from './import-job.queries.ts'
import {
  addLosses,
  missingFields,
  partsOf,
  peopleIn,
  planContent,
  type ReadContent,
  readContent,
  reportOf,
  typeValues,
} from './job-plan.ts'
import { apply, LostJob, type Running, storeChanges, updateRunning } from './running-job.ts'
import type { ImportFailure, StoredJob } from './stored-job.ts'

const LEASE_MS = 60_000
const RENEW_MS = 15_000
/** An import that is interrupted this often without a failure of its own ends with one. */
const MAX_ATTEMPTS = 10
const MAX_CONTENT_BYTES = 512 * 1024 * 1024

/**
 * Works on an import until it has ended: reads, creates the project, writes part after part, and fetches attachments. Every step
 * is stored in the transaction that takes it, so that another process can go on after this one has died.
 */
export async function runImport(deps: Deps, jobId: number) {
  if (!deps.notices.allowsBackgroundChanges()) return
  const runner = randomUUID()
  const job = await queries.leaseJob(deps.db, jobId, { runner, ...leaseFrom(deps) })
  if (!job) return
  const lost = new AbortController()
  const timer = setInterval(() => {
    const { until } = leaseFrom(deps)
    queries.updateLeased(deps.db, { id: jobId, runner }, { leasedUntil: until }).then(
      isOurs => isOurs || lost.abort(new LostJob()),
      () => {}, // the next one may succeed in time
    )
  }, RENEW_MS)
  try {
    await run(deps, { job, runner, signal: lost.signal })
  } catch (error) {
    if (error instanceof LostJob || lost.signal.aborted) return
    const failure =
      failureOf(error) ?? (job.attempts >= MAX_ATTEMPTS ? { code: 'import_interrupted' } : undefined)
    if (!failure) {
      await queries.updateLeased(
        deps.db,
        { id: jobId, runner },
        { runner: null, leasedUntil: leaseFrom(deps).now },
      )
      throw error
    }
    deps.log.info({ importId: jobId, failure }, 'an import failed')
    await finish(deps, { job, runner }, { status: 'failed', failure: JSON.stringify(failure) })
  } finally {
    clearInterval(timer)
  }
}

function leaseFrom(deps: Deps) {
  const now = deps.now().getTime()
  return { now: new Date(now).toISOString(), until: new Date(now + LEASE_MS).toISOString() }
}

async function run(deps: Deps, running: Running) {
  const { job, signal } = running
  const actor = await findActor(deps, job)
  if (job.source === 'atrium') return importArchive(deps, actor, running)
  const connection = connect(deps, job, signal)
  if (!job.contentKey) await download(deps, running, connection)
  const read = await readStored(deps, job)
  const timeZone = (await getUserSettings(deps.db, actor.id)).timeZone ?? 'UTC'
  const planWith = async (projectId: number | null) =>
    planContent(read, job.choices, {
      fields: projectId === null ? [] : await listFields(deps.db, projectId),
      defaultColumn: texts(job.language).imports.defaultColumn,
      timeZone,
      createsFields: job.createsProject,
    })
  const plan = await planWith(job.projectId)
  if (job.isDryRun) return finishDryRun(deps, actor, running, read, plan)
  if (job.parts === 0) await prepare(deps, actor, running, read, plan)
  const target = await planWith(job.projectId)
  await writeParts(deps, actor, running, read, target)
  await fetchFiles(deps, actor, running, { connection, read })
  await finish(deps, running, { status: 'done' })
}

/** The user, with the permissions that they have now. */
async function findActor({ db }: Deps, { userId }: StoredJob): Promise<Actor> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('archivedAt', 'is', null)
    .select(['id', 'passportId'])
    .executeTakeFirst()
  const permissions = (await listPermissionsOf(db, [userId])).get(userId) ?? new Set<string>()
  if (!user || !permissions.has('projects.create')) throw new Stopped({ code: 'import_user_gone' })
  return { id: user.id, passportId: user.passportId ?? 0, roles: [], permissions }
}

/** Ends the import with a failure of its own. */
class Stopped extends Error {
  readonly failure: ImportFailure
  constructor(failure: ImportFailure) {
    super(failure.code)
    this.failure = failure
  }
}

function connect(
  { outbound, settings }: Deps,
  job: StoredJob,
  signal: AbortSignal,
): SourceConnection | undefined {
  const source = importSources.find(({ id }) => id === job.source)
  if (!source || !job.address || !job.sealedToken) return undefined
  const token = unsealToken(settings, job.sealedToken)
  return connectTo(outbound, {
    source,
    address: job.address,
    token,
    signal,
    maxFileBytes: settings.STORAGE_MAX_BYTES,
  })
}

/** Fetches everything, and stores it as it came: an import that is interrupted does not ask again. */
async function download(deps: Deps, running: Running, connection: SourceConnection | undefined) {
  const { job } = running
  const source = importSources.find(({ id }) => id === job.source)
  if (!source || !connection) throw new Stopped({ code: 'import_source_unavailable' })
  const answers = await source.download(connection, async (done, total) => {
    await updateRunning(deps.db, running, { step: 'reading', done, total: total ?? null })
  })
  const bytes = Buffer.from(JSON.stringify(answers))
  if (bytes.length > MAX_CONTENT_BYTES) throw new SourceFailed('tooLarge')
  const file = {
    name: `${job.source}.json`,
    type: 'application/json',
    size: bytes.length,
    sha256: sha256(bytes),
  }
  const content = async function* () {
    yield bytes
  }
  const { key, name, size } = await putUpload(deps, { ...file, content })
  await updateRunning(deps.db, running, {
    contentKey: key,
    contentName: name,
    contentSize: size,
    contentSha256: file.sha256,
  })
}

async function readStored({ storage }: Deps, job: StoredJob): Promise<ReadContent> {
  const chunks: Buffer[] = []
  for await (const chunk of await storage.get(job.contentKey as string)) chunks.push(chunk as Buffer)
  const bytes = Uint8Array.from(Buffer.concat(chunks)).buffer
  return readContent(job.source, job.contentName ?? job.source, bytes)
}

/** Which user each person of the plan is: as the user has mapped them, by confirmed address, or in a project by name. */
async function findPeople(deps: Deps, actor: Actor, { job }: Running, { people }: FormatPlan) {
  const { projectId, createsProject, choices } = job
  const mapped = new Map(choices.people.map(({ externalId, userId }) => [externalId, userId]))
  const { find, isKnown } =
    projectId !== null && !createsProject
      ? await findAmongMembers(deps, projectId)
      : await findAmongUsers(deps, actor, people, [...mapped.values()])
  return new Map(
    people.flatMap(person => {
      const chosen = mapped.get(person.externalId)
      const id = chosen === undefined ? find(person) : chosen
      return id && isKnown(id) ? [[person.externalId, id] as const] : []
    }),
  )
}

async function findAmongMembers({ db }: Deps, projectId: number) {
  const members = await listMembers(db, projectId)
  const ids = new Set(members.map(({ userId }) => userId))
  return { find: memberFinder(members), isKnown: (id: number) => ids.has(id) }
}

async function findAmongUsers(
  deps: Deps,
  actor: Actor,
  people: FormatPlan['people'],
  chosen: (number | null)[],
) {
  const ids = [...new Set(chosen.flatMap(id => id ?? []))]
  const emails = [...new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? []))]
  const users = await queries.findUsers(deps.db, viewerOf(actor, deps), { ids, emails })
  const known = new Set(users.map(({ id }) => id))
  const confirmed = users.filter(({ isEmailVerified }) => isEmailVerified)
  const byEmail = new Map(confirmed.map(({ email, id }) => [email, id]))
  const find = ({ email }: FormatPlan['people'][number]) => byEmail.get(email?.toLowerCase() ?? '')
  return { find, isKnown: (id: number) => known.has(id) }
}

/** What is lost before anything is written: what the format cannot keep. */
function lossesOf({ remarks }: FormatPlan) {
  return addLosses(
    {},
    remarks.map(({ kind, example }) => ({ kind, example })),
  )
}

async function finishDryRun(deps: Deps, actor: Actor, running: Running, read: ReadContent, plan: FormatPlan) {
  const { job } = running
  const userIds = await findPeople(deps, actor, running, plan)
  const unknown = plan.tasks.flatMap(({ assignees = [] }) => assignees.filter(person => !userIds.has(person)))
  const nameOf = new Map(plan.people.map(({ externalId, name }) => [externalId, name]))
  const losses = addLosses(
    lossesOf(plan),
    unknown.map(person => ({ kind: 'assigneeUnknown' as const, example: nameOf.get(person) })),
  )
  await updateRunning(deps.db, running, {
    name: job.name ?? read.name,
    losses,
    report: reportOf(plan, userIds, countFetched(job, read, plan)),
  })
  await finish(deps, running, { status: 'done' })
}

function countFetched(job: StoredJob, read: ReadContent, { tasks }: FormatPlan) {
  const all = tasks.flatMap(({ attachments = [] }) => attachments)
  return all.filter(({ url }) => isFetched(job, read, url)).length
}

/** Creates the project with its people and fields, once. */
async function prepare(deps: Deps, actor: Actor, running: Running, read: ReadContent, plan: FormatPlan) {
  const { job } = running
  const userIds = await findPeople(deps, actor, running, plan)
  const name = (job.name ?? read.name).slice(0, 200) || job.source
  const changes = await inOneTransaction(deps.db, async () => {
    const projectId = job.projectId ?? (await createProject(deps, actor, name, userIds))
    if (job.createsProject) await createFields(deps, actor, projectId, plan)
    return storeChanges(deps.db, running, {
      projectId,
      name,
      step: 'tasks',
      done: 0,
      total: plan.tasks.length,
      losses: lossesOf(plan),
      report: reportOf(plan, userIds, countFetched(job, read, plan)),
    })
  })
  apply(running, changes)
}

function createProject(deps: Deps, actor: Actor, name: string, userIds: Map<string, number>) {
  return inTransaction(deps, async (tx, emit) => {
    const id = await insertProject(tx, { name, type: 'agency', ownerId: actor.id })
    await insertMember(tx, id, actor.id, 'owner')
    for (const userId of new Set(userIds.values())) {
      if (userId !== actor.id) await insertMember(tx, id, userId, 'member')
    }
    const project = await getProject(tx, id, actor.id)
    const after = { name: project.name, type: project.type }
    await emit({ type: 'project.created', projectId: id, actorId: actor.id, after })
    return id
  })
}

function createFields(deps: Deps, actor: Actor, projectId: number, plan: FormatPlan) {
  return inTransaction(deps, async (tx, emit) => {
    for (const field of missingFields(plan, await listFields(tx, projectId))) {
      await addField(tx, emit, actor, projectId, { ...field, isRequired: false, showsOnCard: false })
    }
  })
}

/** Writes the parts that have not been written. Each is one transaction with what the import remembers of it. */
async function writeParts(deps: Deps, actor: Actor, running: Running, read: ReadContent, target: FormatPlan) {
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
      createsOptions: job.createsProject,
      columns: plan.columns,
      people: peopleIn(tasks, people),
      stickers: plan.stickers,
      tasks: tasks.map(({ attachments = [], ...task }) => ({
        ...task,
        attachments: attachments.filter(({ url }) => !isFetched(job, read, url)),
      })),
    }
    apply(
      running,
      await inOneTransaction(deps.db, () => writePart(deps, actor, running, { part, files, restCount })),
    )
  }
}

type FilesOfTask = { externalId: string; attachments: { name: string; url: string }[] }

async function writePart(
  deps: Deps,
  actor: Actor,
  running: Running,
  { part, files, restCount }: { part: ImportPlan; files: FilesOfTask[]; restCount: number },
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
      return taskId === undefined ? [] : attachments.map(({ name, url }) => ({ taskId, name, url }))
    })
    await queries.insertJobFiles(tx, job.id, projectId, fetched)
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

/** Names what is imported, so that the same tasks are recognized when it is imported again. Rows of CSV files have no ids of their own. */
function sourceKeyOf({ source, address, contentSha256 }: StoredJob, { name }: ReadContent) {
  if (source === 'csv') return `csv ${contentSha256}`.slice(0, 100)
  return `${source} ${address ?? name}`.slice(0, 100)
}

/** Ends the import, and deletes the token and what has been read; a dry run keeps both for what follows. */
async function finish(
  deps: Deps,
  { job, runner }: Omit<Running, 'signal'>,
  outcome: { status: 'done' | 'failed'; failure?: string },
) {
  const keeps = job.isDryRun && outcome.status === 'done'
  await inTransaction(deps, async tx => {
    const isOurs = await queries.updateLeased(
      tx,
      { id: job.id, runner },
      {
        ...outcome,
        finishedAt: deps.now().toISOString(),
        runner: null,
        leasedUntil: null,
        ...(!keeps && { sealedToken: null, contentKey: null }),
      },
    )
    if (isOurs && !keeps && job.contentKey) await removeOrphanedContent(tx, job.contentKey)
  })
}

/** The export of a project of Atrium is imported all or nothing. */
async function importArchive(deps: Deps, actor: Actor, running: Running) {
  const { job, runner } = running
  if (!job.contentKey) throw new Stopped({ code: 'import_source_unavailable' })
  if (job.isDryRun) throw new Stopped({ code: 'import_no_dry_run' })
  const archive = await deps.storage.get(job.contentKey)
  await importProjectExport(deps, actor, archive, async (tx, { projectId, name, counts, people }) => {
    const found = people.map(({ email, userId }) => ({
      externalId: email,
      name: email,
      userId,
      taskCount: 0,
    }))
    const taskCount = counts.tasks ?? 0
    const report = {
      ...reportOf(
        { tasks: [], people: [], columns: [], skipped: [], stickers: [], remarks: [] },
        new Map(),
        0,
      ),
      taskCount,
      commentCount: counts.comments ?? 0,
      created: taskCount,
      people: found,
    }
    const isOurs = await queries.updateLeased(
      tx,
      { id: job.id, runner },
      { projectId, name, step: 'tasks', done: taskCount, total: taskCount, report: JSON.stringify(report) },
    )
    if (!isOurs) throw new LostJob()
  })
  await finish(deps, running, { status: 'done' })
}

const fileCodes: Record<FileNotRead['problem'], string> = {
  empty: 'import_file_empty',
  notText: 'import_file_not_text',
  notUtf8: 'import_file_not_text',
  notJson: 'import_file_damaged',
  notTrello: 'import_file_of_other_program',
  otherFormat: 'import_file_of_other_program',
  damaged: 'import_file_damaged',
  tooLarge: 'import_file_too_large',
  unreadable: 'import_file_damaged',
}

const sourceCodes: Record<SourceFailed['problem'], string> = {
  tokenRefused: 'import_token_refused',
  notFound: 'import_address_not_found',
  unavailable: 'import_source_unavailable',
  nonsense: 'import_answer_unexpected',
  tooLarge: 'import_file_too_large',
  placeExpected: 'import_place_expected',
}

/** What the user has to know; undefined for what can be better at the next attempt. */
function failureOf(thrown: unknown): ImportFailure | undefined {
  if (thrown instanceof Stopped) return thrown.failure
  if (thrown instanceof FileNotRead) return { code: fileCodes[thrown.problem] }
  if (thrown instanceof SourceFailed) {
    return { code: sourceCodes[thrown.problem], params: { detail: thrown.detail ?? '' } }
  }
  if (thrown instanceof OutboundAddressRefused)
    return { code: 'outbound_address_refused', params: thrown.params }
  const error = translate(thrown)
  if (!(error instanceof DomainError) || error.statusCode >= 500) return undefined
  const fields = error instanceof ValidationFailed ? { fields: error.fields } : {}
  return { code: error.code, params: error.params, ...fields }
}

const translate = constraintErrors(errorCatalogue)
