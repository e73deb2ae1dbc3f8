import { orderOf, type Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
import type { Database, DB, UserEducations } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Education, EducationFilters } from './user-education.contract.ts'

export async function getEducation(db: Database, id: number): Promise<Education> {
  const education = await db.selectFrom('userEducations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!education) throw new NotFound('education_not_found')
  return education as Education
}

export async function findEducationOwner(db: Database, id: number) {
  const education = await db
    .selectFrom('userEducations')
    .select('userId')
    .where('id', '=', id)
    .executeTakeFirst()
  return education?.userId
}

export function listEducations(db: Database, filters: EducationFilters, page: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  const userEducations = db.selectFrom('userEducations').selectAll().where(matching(filters))
  return listPage(userEducations.orderBy(field, direction).orderBy('id').$castTo<Education>(), page)
}

export async function insertEducation(db: Database, education: Insertable<UserEducations>) {
  const inserted = await db
    .insertInto('userEducations')
    .values(education)
    .returningAll()
    .executeTakeFirstOrThrow()
  return inserted as Education
}

export async function updateEducation(db: Database, id: number, changes: Updateable<UserEducations>) {
  const query = db.updateTable('userEducations').set(changes).where('id', '=', id).returningAll()
  return (await query.executeTakeFirstOrThrow()) as Education
}

export async function deleteEducation(db: Database, id: number) {
  await db.deleteFrom('userEducations').where('id', '=', id).execute()
}

function matching({ userId }: EducationFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'userEducations'>) =>
    and(userId ? [eb('userId', '=', userId)] : [])
}
