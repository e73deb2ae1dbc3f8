import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { lockSubject } from '#access-control/hierarchy.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { type FieldErrors, ValidationFailed } from '#errors.ts'
import type { EducationChanges, NewEducation } from './user-education.contract.ts'
import * as queries from './user-education.queries.ts'

export function createEducation(deps: Deps, actor: Actor, input: NewEducation) {
  checkDates(input)
  return inTransaction(deps, async tx => {
    const userId = await lockSubject(tx, actor, input.userId)
    const now = deps.now().toISOString()
    return queries.insertEducation(tx, { ...input, userId, createdAt: now, updatedAt: now })
  })
}

export function updateEducation(deps: Deps, actor: Actor, id: number, changes: EducationChanges) {
  return inTransaction(deps, async tx => {
    checkDates({ ...(await lockEducation(tx, actor, id)), ...changes })
    return queries.updateEducation(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
  })
}

export function deleteEducation(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    await lockEducation(tx, actor, id)
    await queries.deleteEducation(tx, id)
  })
}

/** Read again after its user is locked, since it may have changed until then. */
async function lockEducation(tx: Database, actor: Actor, id: number) {
  const { userId } = await queries.getEducation(tx, id)
  await lockSubject(tx, actor, userId)
  return queries.getEducation(tx, id)
}

function checkDates(education: EducationChanges) {
  const errors = dateErrors(education)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
}

export function dateErrors({ startedOn, finishedOn }: EducationChanges): FieldErrors {
  return {
    ...(startedOn && startedOn < '1900-01-01' && { startedOn: 'before_1900' }),
    ...(finishedOn && finishedOn < '1900-01-01' && { finishedOn: 'before_1900' }),
    ...(startedOn && finishedOn && finishedOn < startedOn && { finishedOn: 'before_start' }),
  }
}
