import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden } from '#errors.ts'
import { lockProject } from '../project.queries.ts'
import type { RecordAccess } from '../record-access.queries.ts'
import type { Hold, NewHold } from './hold.contract.ts'

/** A hold is no secret to the owner; members need not know that there is an investigation. */
export function getHold({ db }: Deps, actor: Actor, { projectId, role }: RecordAccess) {
  if (role !== 'owner' && !actor.permissions.has('projects.manage.any'))
    throw new Forbidden('role_too_low', { role: role ?? 'viewer', requiredRole: 'owner' })
  return readHold(db, projectId)
}

export function holdProject(deps: Deps, actor: Actor, id: number, { reason = null }: NewHold): Promise<Hold> {
  return inTransaction(deps, async tx => {
    await lockProject(tx, id)
    const { heldAt } = await readHold(tx, id)
    const since = heldAt ? {} : { heldAt: deps.now().toISOString(), heldBy: actor.id }
    await tx
      .updateTable('projects')
      .set({ ...since, holdReason: reason })
      .where('id', '=', id)
      .execute()
    const details = reason ? { reason } : {}
    await audit(deps, tx, actor, { action: 'project.held', subjectType: 'project', subjectId: id, details })
    return readHold(tx, id)
  })
}

export function releaseProject(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async tx => {
    await lockProject(tx, id)
    if (!(await readHold(tx, id)).heldAt) throw new Conflict('project_not_on_hold')
    const released = { heldAt: null, heldBy: null, holdReason: null }
    await tx.updateTable('projects').set(released).where('id', '=', id).execute()
    await audit(deps, tx, actor, { action: 'project.released', subjectType: 'project', subjectId: id })
  })
}

function readHold(db: Database, id: number): Promise<Hold> {
  return db
    .selectFrom('projects')
    .where('id', '=', id)
    .select(['heldAt', 'heldBy', 'holdReason as reason'])
    .executeTakeFirstOrThrow()
}
