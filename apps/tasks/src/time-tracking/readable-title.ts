import { sql } from 'kysely'
import type { Actor } from '#administration/actor.ts'
import { may } from '#projects/rights.ts'

/** Time that was spent in a project stays one's own after one has left it; what its tasks are called does not. */
export function readableTitle(actor: Actor) {
  if (may(actor, null, 'project.read')) return sql<string>`tasks.title`
  return sql<string>`case when exists (select from project_members as own
    where own.project_id = tasks.project_id and own.user_id = ${actor.id}) then tasks.title else '…' end`
}
