import { Conflict, Forbidden, Gone } from '@atrium/core/errors'
import type { Actor } from '#administration/actor.ts'
import type { Place } from './place.queries.ts'
import { may, type Right, rights } from './rights.ts'

/** Refuses who may not, then what cannot be any more: a deleted record, a change in an archived project. */
export function requireRight(actor: Actor, place: Place, right: Right) {
  if (!may(actor, place.role, right)) {
    const message = place.role
      ? `As ${place.role} of this project you may not do this; it needs the role ${rights[right]}`
      : 'You are not a member of this project'
    throw new Forbidden(message, { details: { right } })
  }
  if (place.deletedAt) throw new Gone('This has been deleted', { deletedAt: place.deletedAt })
  if (!right.endsWith('.read')) refuseArchived(place)
}

export function refuseArchived({ archivedAt }: Pick<Place, 'archivedAt'>) {
  if (archivedAt) throw new Conflict('The project is archived; restore it first', { archivedAt })
}

export function refusePersonal({ type }: Pick<Place, 'type'>) {
  if (type === 'personal') throw new Conflict('A personal project has no other members')
}
