import { containing } from '@atrium/database/containing'
import { EntityNotFound } from '@atrium/http/errors'
import { orderOf, type Page } from '@atrium/http/pagination'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import type { Language, LanguageChanges, LanguageFilters, NewLanguage } from './language.schema.ts'

export async function getLanguage(db: Database, id: number): Promise<Language> {
  const language = await db.selectFrom('languages').selectAll().where('id', '=', id).executeTakeFirst()
  return found(language)
}

export async function listLanguages(db: Database, filters: LanguageFilters, { limit, offset }: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  return db
    .selectFrom('languages')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
}

export async function countLanguages(db: Database, filters: LanguageFilters) {
  const { total } = await db
    .selectFrom('languages')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function insertLanguage(db: Database, language: NewLanguage): Promise<Language> {
  return db.insertInto('languages').values(language).returningAll().executeTakeFirstOrThrow()
}

export async function updateLanguage(db: Database, id: number, changes: LanguageChanges): Promise<Language> {
  return found(
    await db.updateTable('languages').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
  )
}

export async function deleteLanguage(db: Database, id: number): Promise<Language> {
  return found(await db.deleteFrom('languages').where('id', '=', id).returningAll().executeTakeFirst())
}

function found(language: Language | undefined) {
  if (!language) throw new EntityNotFound('Language')
  return language
}

function matching({ search }: LanguageFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'languages'>) => {
    const columns = ['name', 'nativeName', 'code'] as const
    return and(search ? [or(columns.map(column => eb(column, 'ilike', containing(search))))] : [])
  }
}
