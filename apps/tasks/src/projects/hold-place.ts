import type { Actor } from '#administration/actor.ts'
import type { Database } from '#deps.ts'
import { findProjectPlace, type Place } from './place.queries.ts'
import { holdProject } from './project.queries.ts'
import { requireRight } from './require-right.ts'
import type { Right } from './rights.contract.ts'

/** Holds the project until the transaction ends and asks again: who had the right a moment ago may have lost it. */
export async function holdPlace(tx: Database, actor: Actor, projectId: number, right: Right) {
  await holdProject(tx, projectId)
  const place = (await findProjectPlace(tx, actor.id, projectId)) as Place
  requireRight(actor, place, right)
  return place
}
