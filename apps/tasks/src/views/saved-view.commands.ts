import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import { lockUser } from '#administration/user.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { findCustomFields, withCustomFields } from './custom-fields.ts'
import { readFilter } from './read-filter.ts'
import type { NewSavedView, SavedView, SavedViewChanges } from './saved-view.contract.ts'
import * as queries from './saved-view.queries.ts'

/** Per user and project. */
const MAX_VIEWS = 200

export function createSavedView(deps: Deps, actor: Actor, input: NewSavedView): Promise<SavedView> {
  return inTransaction(deps, async (tx, emit) => {
    const { projectId, isShared } = input
    await requireRight(tx, actor, input)
    refuseSharedEverywhere(input)
    await requireFilter(tx, actor, input.filter)
    await lockUser(tx, actor.id)
    if ((await queries.countSavedViews(tx, actor.id, projectId)) >= MAX_VIEWS) {
      throw new Conflict('too_many_views', { limit: MAX_VIEWS })
    }
    const view = await queries.insertSavedView(tx, actor.id, input)
    if (projectId && isShared) {
      await emit({ type: 'view.created', projectId, actorId: actor.id, after: recordedFields(view) })
    }
    return view
  })
}

async function requireFilter(tx: Database, actor: Actor, filter: string | undefined) {
  readFilter(filter, withCustomFields(await findCustomFields(tx, actor, filter)))
}

/** What others see of it is activity of the project; a private view is nobody's business. */
export function updateSavedView(
  deps: Deps,
  actor: Actor,
  id: number,
  { columns, ...changes }: SavedViewChanges,
): Promise<SavedView> {
  return inTransaction(deps, async (tx, emit) => {
    const before = await queries.lockSavedView(tx, actor, id)
    const { projectId } = before
    await requireRightToChange(
      tx,
      actor,
      { ...before, isShared: changes.isShared ?? before.isShared },
      before,
    )
    refuseSharedEverywhere({ ...before, ...changes })
    if (changes.filter) await requireFilter(tx, actor, changes.filter)
    const after = await queries.updateSavedView(tx, id, {
      ...changes,
      ...(columns && { columns: JSON.stringify(columns) }),
      updatedAt: deps.now().toISOString(),
    })
    const event = { projectId: projectId ?? 0, actorId: actor.id }
    const fields = { before: recordedFields(before), after: recordedFields(after) }
    if (before.isShared && after.isShared) await emit({ type: 'view.updated', ...event, ...fields })
    else if (after.isShared) await emit({ type: 'view.created', ...event, after: fields.after })
    else if (before.isShared) await emit({ type: 'view.deleted', ...event, before: fields.before })
    return after
  })
}

export function deleteSavedView(deps: Deps, actor: Actor, id: number) {
  return inTransaction(deps, async (tx, emit) => {
    const view = await queries.lockSavedView(tx, actor, id)
    await requireRightToChange(tx, actor, view, view)
    await queries.deleteSavedView(tx, id)
    if (view.projectId && view.isShared) {
      const before = recordedFields(view)
      await emit({ type: 'view.deleted', projectId: view.projectId, actorId: actor.id, before })
    }
  })
}

function requireRight(
  tx: Database,
  actor: Actor,
  { projectId, isShared }: Pick<SavedView, 'projectId' | 'isShared'>,
) {
  return queries.requireRightForViews(tx, actor, projectId, isShared ? 'view.share' : 'project.read')
}

/** The owner as if creating it, others only what is shared. */
async function requireRightToChange(tx: Database, actor: Actor, view: SavedView, before: SavedView) {
  if (before.ownerId === actor.id) return requireRight(tx, actor, view)
  return queries.requireRightForViews(tx, actor, before.projectId, 'view.manage')
}

function refuseSharedEverywhere({ projectId, isShared }: Pick<SavedView, 'projectId' | 'isShared'>) {
  if (isShared && projectId === null) throw new ValidationFailed({ isShared: 'shared_view_needs_project' })
}

function recordedFields({ id, name, kind }: SavedView) {
  return { viewId: id, name, kind }
}
