import { randomUUID } from 'node:crypto'
import type { Actor } from '#administration/actor.ts'
import { getUserSettings, listPermissionsOf } from '#administration/user.queries.ts'
import type { Deps } from '#deps.ts'
import { listFields } from '#fields/field.queries.ts'
import { texts } from '#texts.ts'
import { fetchFiles } from './fetch-files.ts'
import { finish, finishDryRun } from './finish-import.ts'
import { importArchive } from './import-archive.ts'
import { failureOf, Stopped } from './import-failure.ts'
import * as queries from './import-job.queries.ts'
import { planContent } from './job-plan.ts'
import { prepare } from './prepare-target.ts'
import { CREATE_PROJECTS } from './read-choices.ts'
import { connect, download, readStored } from './read-source.ts'
import { LostJob, type Running } from './running-job.ts'
import type { StoredJob } from './stored-job.ts'
import { writeParts } from './write-parts.ts'

const LEASE_MS = 60_000
const RENEW_MS = 15_000
/** An import that is interrupted this often without a failure of its own ends with one. */
const MAX_ATTEMPTS = 10

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
  if (job.step === 'reading') await prepare(deps, actor, running, read, plan)
  const target = await planWith(job.projectId)
  await writeParts(deps, actor, running, read, target)
  await fetchFiles(deps, actor, running, { connection, read })
  await finish(deps, running, { status: 'done' })
}

/** The user, with the permissions that they have now. */
async function findActor({ db }: Deps, { userId, createsProject }: StoredJob): Promise<Actor> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('archivedAt', 'is', null)
    .select(['id', 'passportId'])
    .executeTakeFirst()
  const permissions = (await listPermissionsOf(db, [userId])).get(userId) ?? new Set<string>()
  if (!user || (createsProject && !permissions.has(CREATE_PROJECTS)))
    throw new Stopped({ code: 'import_user_gone' })
  return { id: user.id, passportId: user.passportId ?? 0, roles: [], permissions }
}
