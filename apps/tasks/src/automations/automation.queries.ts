import { listReply, type Page } from '@atrium/core/paging'
import { isoInstant } from '@atrium/database/iso-instant'
import { countRows } from '@atrium/database/list-page'
import { sql } from 'kysely'
import { userSummary } from '#administration/user-summary.ts'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import type { Automation, PausedReason } from './automation.contract.ts'
import type { Rule } from './check-rule.ts'

/** Where an automation is. */
export const automationRecord = {
  find: (db: Database, userId: number, id: number): Promise<RecordAccess | undefined> =>
    selectAccess(db, userId)
      .innerJoin('automations', 'automations.projectId', 'projects.id')
      .where('automations.id', '=', id)
      .$castTo<RecordAccess>()
      .executeTakeFirst(),
  notFound: 'automation_not_found',
} as const

/** All of a project, which are few: a page is cut from them. */
export async function listAutomations(db: Database, projectId: number, page: Page) {
  const rows = await selectAutomations(db)
    .where('automations.projectId', '=', projectId)
    .orderBy(sql`automations.name collate natural_order`)
    .orderBy('automations.id')
    .execute()
  return listReply(rows.slice(page.offset, page.offset + page.limit), rows.length, page)
}

export async function getAutomation(db: Database, id: number): Promise<Automation> {
  const automation = await selectAutomations(db).where('automations.id', '=', id).executeTakeFirst()
  if (!automation) throw new NotFound('automation_not_found')
  return automation
}

function selectAutomations(db: Database) {
  return db
    .selectFrom('automations')
    .leftJoin('users', 'users.id', 'automations.savedBy')
    .select([
      'automations.id',
      'automations.projectId',
      'automations.name',
      'automations.trigger',
      'automations.condition',
      'automations.actions',
      'automations.isEnabled',
      'automations.pausedReason',
      'automations.nextAt',
      'automations.createdAt',
      'automations.updatedAt',
    ])
    .select([
      sql<Automation['savedBy']>`case when users.id is not null then ${userSummary} end`.as('savedBy'),
      sql<
        Automation['lastRun']
      >`(select json_build_object('status', run.status, 'at', ${isoInstant('run.created_at')})
        from automation_runs as run where run.automation_id = automations.id and run.status <> 'skipped'
        order by run.id desc limit 1)`.as('lastRun'),
    ])
    .$castTo<Automation>()
}

export function countAutomations(db: Database, projectId: number) {
  return countRows(db.selectFrom('automations').where('projectId', '=', projectId))
}

/** The buttons of a project that can be pressed. */
export async function listButtons(db: Database, projectId: number) {
  return db
    .selectFrom('automations')
    .where('projectId', '=', projectId)
    .where('isEnabled', '=', true)
    .where(sql<boolean>`trigger ->> 'type' = 'button'`)
    .select(['id', 'name', 'condition', 'savedBy'])
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .execute()
}

export interface Saved extends Rule {
  name: string
  isEnabled: boolean
  pausedReason: PausedReason | null
  savedBy: number
  sinceEventId: number
  enabledAt: string
  nextAt: string | null
  failures: number
  updatedAt: string
}

/** A list would become an array of PostgreSQL. */
function stored({ trigger, actions, ...others }: Partial<Saved>) {
  return {
    ...others,
    ...(trigger && { trigger: JSON.stringify(trigger) }),
    ...(actions && { actions: JSON.stringify(actions) }),
  }
}

export async function insertAutomation(tx: Database, projectId: number, automation: Saved) {
  const { id } = await tx
    .insertInto('automations')
    .values({ ...stored(automation), projectId, createdAt: automation.updatedAt } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAutomation(tx: Database, id: number, changes: Partial<Saved>) {
  await tx
    .updateTable('automations')
    .set(stored(changes) as never)
    .where('id', '=', id)
    .execute()
}

export async function deleteAutomation(tx: Database, id: number) {
  await tx.deleteFrom('automations').where('id', '=', id).execute()
}
