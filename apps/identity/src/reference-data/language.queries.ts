import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Language, LanguageChanges, LanguageFilters, NewLanguage } from './language.contract.ts'

export async function getLanguage(db: Database, id: number): Promise<Language> {
  const language = await db.selectFrom('languages').selectAll().where('id', '=', id).executeTakeFirst()
  return found(language)
}

export function listLanguages(db: Database, filters: LanguageFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const languages = db
    .selectFrom('languages')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
  return listPage(languages, pageOf(filters))
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
  if (!language) throw new NotFound('language_not_found')
  return language
}

function matching({ search }: LanguageFilters) {
  return ({ eb, and, or }: ExpressionBuilder<DB, 'languages'>) => {
    const columns = ['name', 'nativeName', 'code'] as const
    return and(search ? [or(columns.map(column => eb(column, 'ilike', containing(search))))] : [])
  }
}
