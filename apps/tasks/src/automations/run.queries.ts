import type { Params } from '@atrium/core/catalogue'
import type { FieldErrors } from '@atrium/core/errors'
import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import type { PausedReason, RunStatus } from './automation.contract.ts'
import type { Rule } from './check-rule.ts'
import type { Action, Trigger } from './rule.contract.ts'

/** Why a run did nothing: a code with its parameters, and which action was refused. */
export interface Failure {
  code: string
  params?: Params
  fields?: FieldErrors
  action?: number | null
}

export interface NewRun {
  projectId: number
  automationId: number
  /** What started it; a run with the same occasion is not added again. */
  occasion: string
  eventId?: number | null
  taskId: number | null
  actorId: number | null
  cause: string
  depth: number
}

/** Returns the ids of those that are new. */
export async function insertRuns(tx: Database, runs: NewRun[], now: string) {
  if (runs.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    insert into automation_runs (project_id, automation_id, occasion, event_id, task_id, actor_id, cause, depth, created_at)
    select "projectId", "automationId", occasion, "eventId", "taskId", "actorId", cause, depth, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as run ("projectId" bigint, "automationId" bigint,
      occasion text, "eventId" bigint, "taskId" bigint, "actorId" bigint, cause text, depth integer)
    on conflict (automation_id, occasion) do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Where runs are in their chains. */
export async function listChains(tx: Database, runIds: number[]) {
  if (runIds.length === 0) return new Map<number, Pick<NewRun, 'cause' | 'depth'>>()
  const runs = await tx
    .selectFrom('automationRuns')
    .where(sql<boolean>`id = any(${runIds}::bigint[])`)
    .select(['id', 'cause', 'depth'])
    .execute()
  return new Map(runs.map(run => [run.id, run]))
}

export interface ListeningAutomation {
  id: number
  projectId: number
  trigger: Trigger
  sinceEventId: number
}

/** The enabled automations of the projects. */
export async function listListening(tx: Database, projectIds: number[]) {
  const found = await tx
    .selectFrom('automations')
    .where(sql<boolean>`project_id = any(${projectIds}::bigint[])`)
    .where('isEnabled', '=', true)
    .select(['id', 'projectId', 'trigger', 'sinceEventId'])
    .orderBy('id')
    .execute()
  return found as unknown as ListeningAutomation[]
}

/** The next run of a project, with everything that decides about it. */
export interface WaitingRun extends Rule {
  id: number
  projectId: number
  automationId: number
  occasion: string
  eventId: number | null
  taskId: number | null
  actorId: number | null
  cause: string
  depth: number
  createdAt: string
  name: string
  isEnabled: boolean
  savedBy: number | null
  trigger: Trigger
  actions: Action[]
  archivedAt: string | null
  projectName: string
  projectKey: string | null
  actorName: string | null
}

/** Runs of a project follow each other, however many instances want to work on them. */
export async function lockNextRun(tx: Database, projectId: number): Promise<WaitingRun | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('automations'), (${projectId}::bigint % 2147483648)::int)`.execute(
    tx,
  )
  const { rows } = await sql<WaitingRun>`
    select run.id, run.project_id, run.automation_id, run.occasion, run.event_id, run.task_id, run.actor_id, run.cause,
      run.depth, run.created_at, automations.name, automations.trigger, automations.condition, automations.actions,
      automations.is_enabled, automations.saved_by, projects.archived_at, projects.name as project_name,
      projects.key as project_key, concat_ws(' ', users.name, nullif(users.surname, '')) as actor_name
    from automation_runs as run
    join automations on automations.id = run.automation_id
    join projects on projects.id = run.project_id
    left join users on users.id = run.actor_id
    where run.project_id = ${projectId} and run.status = 'waiting'
    order by run.id limit 1`.execute(tx)
  return rows[0]
}

/** How many actions have been done because of the cause so far. */
export async function countActions(
  tx: Database,
  { projectId, cause }: Pick<WaitingRun, 'projectId' | 'cause'>,
) {
  const { total } = await tx
    .selectFrom('automationRuns')
    .where('projectId', '=', projectId)
    .where('cause', '=', cause)
    .select(sql<number>`coalesce(sum(action_count), 0)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

interface Outcome {
  status: RunStatus | 'skipped'
  actionCount?: number
  failure?: Failure
}

/** Returns whether it was still waiting. */
export async function finishRun(tx: Database, id: number, { failure, ...outcome }: Outcome, now: string) {
  const finished = await tx
    .updateTable('automationRuns')
    .set({ ...outcome, failure: failure ? JSON.stringify(failure) : null, finishedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return finished !== undefined
}

/** A run whose condition did not match leaves no trace, unless the clock would start it again. */
export async function forgetRun(tx: Database, { id, occasion }: WaitingRun, now: string) {
  if (occasion.startsWith('due:')) await finishRun(tx, id, { status: 'skipped' }, now)
  else await tx.deleteFrom('automationRuns').where('id', '=', id).execute()
}

/** Counts failures in a row; returns how many there are now. */
export async function recordOutcome(tx: Database, id: number, hasFailed: boolean, now: string) {
  const { failures } = await tx
    .updateTable('automations')
    .set(({ eb }) => ({ failures: hasFailed ? eb('failures', '+', 1) : 0, lastRunAt: now }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

/** Returns whether it was enabled. */
export async function pauseAutomation(tx: Database, id: number, reason: PausedReason) {
  const paused = await tx
    .updateTable('automations')
    .set({ isEnabled: false, pausedReason: reason, nextAt: null })
    .where('id', '=', id)
    .where('isEnabled', '=', true)
    .returning(['projectId', 'name'])
    .executeTakeFirst()
  return paused
}

export interface ListedRun {
  id: number
  automationId: number
  status: RunStatus
  task: { id: number; number: number; title: string } | null
  actor: unknown
  depth: number
  actionCount: number
  failure: Failure | null
  createdAt: string
  finishedAt: string | null
}

/** Newest first. A task that has moved to another project is not named. */
export function listRuns(
  db: Database,
  automationId: number,
  { status, page }: { status?: RunStatus | undefined; page: Page },
) {
  const runs = selectRuns(db)
    .where('automationRuns.automationId', '=', automationId)
    .where('automationRuns.status', '<>', 'skipped')
  const wanted = status ? runs.where('automationRuns.status', '=', status) : runs
  return listPage(wanted.orderBy('automationRuns.id', 'desc'), page)
}

export async function getRun(db: Database, id: number): Promise<ListedRun> {
  return selectRuns(db).where('automationRuns.id', '=', id).executeTakeFirstOrThrow()
}

function selectRuns(db: Database) {
  return db
    .selectFrom('automationRuns')
    .leftJoin('tasks', join =>
      join
        .onRef('tasks.id', '=', 'automationRuns.taskId')
        .onRef('tasks.projectId', '=', 'automationRuns.projectId'),
    )
    .leftJoin('users', 'users.id', 'automationRuns.actorId')
    .select([
      'automationRuns.id',
      'automationRuns.automationId',
      'automationRuns.status',
      'automationRuns.depth',
      'automationRuns.actionCount',
      'automationRuns.failure',
      'automationRuns.createdAt',
      'automationRuns.finishedAt',
      sql<ListedRun['task']>`case when tasks.id is not null then
        json_build_object('id', tasks.id, 'number', tasks.number, 'title', tasks.title) end`.as('task'),
      sql`case when users.id is not null then ${userSummary} end`.as('actor'),
    ])
    .$castTo<ListedRun>()
}

/** The projects that have had runs waiting for a while, because the instance that was about to work on them was stopped. */
export async function listWaitingProjects(db: Database, before: string) {
  const { rows } = await sql<{ projectId: number }>`
    select distinct project_id from automation_runs where status = 'waiting' and created_at < ${before}`.execute(
    db,
  )
  return rows.map(({ projectId }) => projectId)
}
