import type { FieldErrors } from '@atrium/core/coded-errors'
import { ValidationFailed } from '@atrium/core/errors'
import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { holdSubject } from '#access-control/hold-subject.ts'
import type { Database, Deps } from '#deps.ts'
import type { EducationChanges, NewEducation } from './user-education.contract.ts'
import { deleteEducation, getEducation, insertEducation, updateEducation } from './user-education.queries.ts'

export function createEducation(deps: Deps, actor: Actor, input: NewEducation) {
  checkDates(input)
  return inTransaction(deps, async tx => {
    const userId = await holdSubject(tx, actor, input.userId)
    const now = deps.now().toISOString()
    return insertEducation(tx, { ...input, userId, createdAt: now, updatedAt: now })
  })
}

export function changeEducation(deps: Deps, actor: Actor, id: number, changes: EducationChanges) {
  return inTransaction(deps, async tx => {
    checkDates({ ...(await holdEducation(tx, actor, id)), ...changes })
    return updateEducation(tx, id, { ...changes, updatedAt: deps.now().toISOString() })
  })
}

export function removeEducation(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    await holdEducation(tx, actor, id)
    await deleteEducation(tx, id)
  })
}

/** Read again once its user is held: from then on nobody else changes it. */
async function holdEducation(tx: Database, actor: Actor, id: number) {
  const { userId } = await getEducation(tx, id)
  await holdSubject(tx, actor, userId)
  return getEducation(tx, id)
}

function checkDates(education: EducationChanges) {
  const errors = dateErrors(education)
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
}

export function dateErrors({ startedOn, finishedOn }: EducationChanges): FieldErrors {
  return {
    ...(startedOn && startedOn < '1900-01-01' && { startedOn: ['must not be before 1900'] }),
    ...(finishedOn && finishedOn < '1900-01-01' && { finishedOn: ['must not be before 1900'] }),
    ...(startedOn &&
      finishedOn &&
      finishedOn < startedOn && { finishedOn: ['must not be before startedOn'] }),
  }
}
