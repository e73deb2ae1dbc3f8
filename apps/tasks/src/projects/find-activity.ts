import type { Page } from '@atrium/core/paging'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'
import { listActivity } from './activity.queries.ts'
import { findProjectPlace } from './place.queries.ts'
import { may } from './rights.ts'

export async function findActivity({ db }: Deps, actor: Actor, projectId: number, page: Page) {
  const place = await findProjectPlace(db, actor.id, projectId)
  const withEmails = may(actor, place?.role ?? null, 'invitation.read')
  return listActivity(db, { projectId }, page, { withEmails })
}
