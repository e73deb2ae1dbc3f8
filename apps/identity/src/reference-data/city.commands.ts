import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { ValidationFailed } from '#errors.ts'
import type { CityChanges, NewCity } from './city.contract.ts'
import * as queries from './city.queries.ts'

export function createCity(deps: Deps, actor: Actor, input: NewCity) {
  checkTimeZone(input)
  return inTransaction(deps, async tx => {
    const city = await queries.insertCity(tx, input)
    await audit(deps, tx, actor, record('city.created', city.id, input))
    return city
  })
}

export function updateCity(deps: Deps, actor: Actor, id: number, changes: CityChanges) {
  checkTimeZone(changes)
  return inTransaction(deps, async tx => {
    const city = await queries.updateCity(tx, id, changes)
    await audit(deps, tx, actor, record('city.changed', id, changes))
    return city
  })
}

export function deleteCity(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { name, country } = await queries.deleteCity(tx, id)
    await audit(deps, tx, actor, record('city.deleted', id, { name, country }))
  })
}

function record(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'city' as const, subjectId, details }
}

function checkTimeZone({ timeZone }: CityChanges) {
  if (timeZone && !isTimeZone(timeZone)) {
    throw new ValidationFailed({ timeZone: 'time_zone_expected' })
  }
}

/** Intl also accepts offsets such as +03:00, which are no zones. */
function isTimeZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
