import { orderOf, pageOf } from '@atrium/core/paging'
import { containing } from '@atrium/database/conditions'
import { listPage } from '@atrium/database/list-page'
import type { ExpressionBuilder } from 'kysely'
import type { Database, DB } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { City, CityChanges, CityFilters, NewCity } from './city.contract.ts'

export async function getCity(db: Database, id: number): Promise<City> {
  const city = await db.selectFrom('cities').selectAll().where('id', '=', id).executeTakeFirst()
  return found(city)
}

export function listCities(db: Database, filters: CityFilters) {
  const { field, direction } = orderOf(filters.orderBy)
  const cities = db
    .selectFrom('cities')
    .selectAll()
    .where(matching(filters))
    .orderBy(field, direction)
    .orderBy('id')
  return listPage(cities, pageOf(filters))
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
  if (!city) throw new NotFound('city_not_found')
  return city
}

function matching({ search, country }: CityFilters) {
  return ({ eb, and }: ExpressionBuilder<DB, 'cities'>) =>
    and([
      ...(search ? [eb('name', 'ilike', containing(search))] : []),
      ...(country ? [eb('country', '=', country)] : []),
    ])
}
