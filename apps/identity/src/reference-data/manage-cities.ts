import { ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import type { CityChanges, NewCity } from './city.contract.ts'
import { deleteCity, insertCity, updateCity } from './city.queries.ts'

export function createCity(deps: Deps, actor: Actor, input: NewCity) {
  checkTimeZone(input)
  return inTransaction(deps, async tx => {
    const city = await insertCity(tx, input)
    await audit(deps, tx, actor, told('city.created', city.id, input))
    return city
  })
}

export function changeCity(deps: Deps, actor: Actor, id: number, changes: CityChanges) {
  checkTimeZone(changes)
  return inTransaction(deps, async tx => {
    const city = await updateCity(tx, id, changes)
    await audit(deps, tx, actor, told('city.changed', id, changes))
    return city
  })
}

export function removeCity(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    const { name, country } = await deleteCity(tx, id)
    await audit(deps, tx, actor, told('city.deleted', id, { name, country }))
  })
}

function told(action: string, subjectId: number, details: Record<string, unknown>) {
  return { action, subjectType: 'city' as const, subjectId, details }
}

function checkTimeZone({ timeZone }: CityChanges) {
  if (timeZone && !isTimeZone(timeZone)) {
    throw new ValidationFailed({ timeZone: ['must be an IANA time zone such as Europe/Berlin'] })
  }
}

/** An offset such as +03:00 suits Intl, but is no zone. */
function isTimeZone(name: string) {
  try {
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
