import type { Actor } from '#administration/actor.ts'
import { listPermissionsOf } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import type { Right } from '#projects/rights.contract.ts'
import { may } from '#projects/rights.ts'
import type { PausedReason } from './automation.contract.ts'
import type { Action, ActionType } from './rule.contract.ts'

/** What the person who saved a rule has to be able to do, for each action. */
const neededRights: Record<ActionType, Right> = {
  set_fields: 'task.write',
  move: 'task.write',
  assign: 'task.write',
  add_sticker: 'task.write',
  remove_sticker: 'task.write',
  comment: 'comment.write',
  notify: 'comment.write',
  create_from_template: 'task.write',
  webhook: 'webhook.write',
}

/** The person whose rights limit a rule, as they are now, or why it cannot go on. */
export async function findSaver(
  db: Database,
  { projectId, savedBy, actions }: { projectId: number; savedBy: number | null; actions: Action[] },
): Promise<{ saver: Actor } | { reason: PausedReason }> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', savedBy ?? 0)
    .select(['id', 'archivedAt'])
    .executeTakeFirst()
  if (!user) return { reason: 'saver_left' }
  if (user.archivedAt) return { reason: 'saver_archived' }
  const permissions = (await listPermissionsOf(db, [user.id])).get(user.id) ?? new Set<string>()
  const saver: Actor = { id: user.id, passportId: 0, roles: [], permissions }
  const role = (await findProjectAccess(db, user.id, projectId))?.role ?? null
  if (!may(saver, role, 'project.read')) return { reason: 'saver_left' }
  const isLimited = actions.some(({ type }) => !may(saver, role, neededRights[type]))
  return isLimited ? { reason: 'saver_rights' } : { saver }
}
