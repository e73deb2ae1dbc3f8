import { containing } from '@atrium/database/containing'
import { EntityNotFound } from '@atrium/http/errors'
import { orderOf, type Page } from '@atrium/http/pagination'
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '#database.ts'
import type { Database } from '#deps.ts'
import type { City, CityChanges, CityFilters, NewCity } from './city.schema.ts'

export async function getCity(db: Database, id: number): Promise<City> {
  const city = await db.selectFrom('cities').selectAll().where('id', '=', id).executeTakeFirst()
  return found(city)
}

export async function listCities(db: Database, filters: CityFilters, { limit, offset }: Page) {
  const { field, direction } = orderOf(filters.orderBy)
  return db
    .selectFrom('cities')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
    .limit(sql.lit(limit))
    .offset(offset)
    .execute()
}

export async function countCities(db: Database, filters: CityFilters) {
  const { total } = await db
    .selectFrom('cities')
    .where(matching(filters))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function insertCity(db: Database, city: NewCity): Promise<City> {
  return db.insertInto('cities').values(city).returningAll().executeTakeFirstOrThrow()
}

export async function updateCity(db: Database, id: number, changes: CityChanges): Promise<City> {
  return found(
    await db.updateTable('cities').set(changes).where('id', '=', id).returningAll().executeTakeFirst(),
  )
}

export async function deleteCity(db: Database, id: number): Promise<City> {
  return found(await db.deleteFrom('cities').where('id', '=', id).returningAll().executeTakeFirst())
}

function found(city: City | undefined) {
  if (!city) throw new EntityNotFound('City')
  return city
}

function matching({ search, country }: CityFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'cities'>) =>
    and([
      ...(search ? [eb('name', 'ilike', containing(search))] : []),
      ...(country ? [eb('country', '=', country)] : []),
    ])
}
