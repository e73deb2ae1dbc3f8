import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Action, Trigger } from './rule.contract.ts'

export interface DueSchedule {
  id: number
  projectId: number
  trigger: Trigger
  condition: string
  actions: Action[]
  savedBy: number | null
  nextAt: string
}

/** The automations whose schedule has come, the earliest first. Those of archived projects rest. */
export async function listDueSchedules(db: Database, now: string) {
  const due = await db
    .selectFrom('automations')
    .innerJoin('projects', 'projects.id', 'automations.projectId')
    .where('automations.isEnabled', '=', true)
    .where('automations.nextAt', '<=', now)
    .where('projects.archivedAt', 'is', null)
    .select('automations.id')
    .orderBy('automations.nextAt')
    .execute()
  return due.map(({ id }) => id)
}

/** Undefined if another instance is at it, or it is no longer due. */
export async function lockDueSchedule(tx: Database, id: number, now: string) {
  const due = await tx
    .selectFrom('automations')
    .where('id', '=', id)
    .where('isEnabled', '=', true)
    .where('nextAt', '<=', now)
    .select(['id', 'projectId', 'trigger', 'condition', 'actions', 'savedBy', 'nextAt'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return due as unknown as DueSchedule | undefined
}

export async function moveSchedule(tx: Database, id: number, nextAt: string | null) {
  await tx.updateTable('automations').set({ nextAt }).where('id', '=', id).execute()
}

/**
 * Adds a run for each open task whose due date has been reached, once for each task and date. Dates before the rule was turned on do not
 * count; after a downtime of a day, what was missed follows. Returns the projects with new runs.
 */
export async function insertDueRuns(tx: Database, now: string) {
  const zone = sql`(automations.trigger ->> 'timeZone')`
  const today = sql`(${now}::timestamptz at time zone ${zone})::date`
  const { rows } = await sql<{ projectId: number }>`
    with added as (
      insert into automation_runs (project_id, automation_id, occasion, task_id, cause, depth, created_at)
      select automations.project_id, automations.id, 'due:' || tasks.id || ':' || tasks.due_date, tasks.id,
        'due:' || automations.id || ':' || tasks.id || ':' || tasks.due_date, 1, ${now}::timestamptz
      from automations
      join projects on projects.id = automations.project_id and projects.archived_at is null
      join tasks on tasks.project_id = automations.project_id
        and tasks.due_date between ${today} - 1 and ${today}
        and tasks.completed_at is null and tasks.deleted_at is null
      where automations.is_enabled and automations.trigger ->> 'type' = 'due_reached'
        and tasks.due_date >= (automations.enabled_at at time zone ${zone})::date
        and (tasks.due_date + coalesce(automations.trigger ->> 'at', '00:00')::time) at time zone ${zone} <= ${now}::timestamptz
        and not exists (select from automation_runs as earlier where earlier.automation_id = automations.id
          and earlier.occasion = 'due:' || tasks.id || ':' || tasks.due_date)
      on conflict (automation_id, occasion) do nothing
      returning project_id
    )
    select distinct project_id from added`.execute(tx)
  return rows.map(({ projectId }) => projectId)
}
