import { orderOf, type Page } from '@atrium/core/paging'
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
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

export async function listEducations(db: Database, filters: EducationFilters, { limit, offset }: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  const educations = await db
    .selectFrom('userEducations')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
  return educations as Education[]
}

export async function countEducations(db: Database, filters: EducationFilters) {
  const { total } = await db
    .selectFrom('userEducations')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
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
