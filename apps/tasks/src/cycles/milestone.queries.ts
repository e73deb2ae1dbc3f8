import type { Page } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import type { Insertable, Updateable } from 'kysely'
import type { Database, Milestones } from '#database.ts'
import { NotFound } from '#errors.ts'
import { type RecordAccess, selectAccess } from '#projects/record-access.queries.ts'
import type { Milestone } from './milestone.contract.ts'

async function findMilestoneAccess(db: Database, userId: number, id: number) {
  const access = await selectAccess(db, userId)
    .innerJoin('milestones', 'milestones.projectId', 'projects.id')
    .where('milestones.id', '=', id)
    .executeTakeFirst()
  return access as RecordAccess | undefined
}

export const milestoneRecord = { find: findMilestoneAccess, notFound: 'milestone_not_found' } as const

function selectMilestones(db: Database) {
  return db.selectFrom('milestones').select(['id', 'projectId', 'name', 'date', 'createdAt', 'updatedAt'])
}

export function listMilestonePage(db: Database, projectId: number, page: Page) {
  return listPage(selectMilestones(db).where('projectId', '=', projectId).orderBy('date').orderBy('id'), page)
}

export async function getMilestone(db: Database, id: number): Promise<Milestone> {
  const milestone = await selectMilestones(db).where('id', '=', id).executeTakeFirst()
  if (!milestone) throw new NotFound('milestone_not_found')
  return milestone
}

export function countMilestones(tx: Database, projectId: number) {
  return countRows(tx.selectFrom('milestones').where('projectId', '=', projectId))
}

export async function insertMilestone(tx: Database, milestone: Insertable<Milestones>) {
  const { id } = await tx.insertInto('milestones').values(milestone).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateMilestone(tx: Database, id: number, changes: Updateable<Milestones>) {
  await tx.updateTable('milestones').set(changes).where('id', '=', id).execute()
}

export async function deleteMilestone(tx: Database, id: number) {
  await tx.deleteFrom('milestones').where('id', '=', id).execute()
}
