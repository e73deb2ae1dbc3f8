import { pageOf } from '@atrium/core/paging'
import { countRows, listPage } from '@atrium/database/list-page'
import { sql, type Updateable } from 'kysely'
import { type Actor, tokenProjects } from '#administration/actor.ts'
import type { Database, SavedViews } from '#database.ts'
import { NotFound } from '#errors.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { refuseOutsideToken, requireRight } from '#projects/require-right.ts'
import type { Right } from '#projects/rights.contract.ts'
import type { NewSavedView, SavedView, SavedViewFilters } from './saved-view.contract.ts'

/** Own ones, and in a project those that are shared. */
export async function listSavedViews(db: Database, actor: Actor, { projectId, ...query }: SavedViewFilters) {
  if (projectId) await requireRightForViews(db, actor, projectId, 'project.read')
  const views = db
    .selectFrom('savedViews')
    .selectAll()
    .where('projectId', projectId ? '=' : 'is', projectId ?? null)
    .where(({ eb, or }) => or([eb('ownerId', '=', actor.id), eb('isShared', '=', true)]))
    // A token that is limited to projects sees nothing outside of them.
    .$if(!projectId && tokenProjects(actor) !== undefined, views => views.where(sql<boolean>`false`))
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
  const { items, _meta } = await listPage(views, pageOf(query))
  return { items: items as SavedView[], _meta }
}

export async function requireRightForViews(
  db: Database,
  actor: Actor,
  projectId: number | null,
  right: Right,
) {
  if (projectId === null) return refuseOutsideToken(actor, null)
  const access = await findProjectAccess(db, actor.id, projectId)
  if (!access) throw new NotFound('project_not_found')
  requireRight(actor, access, right)
}

/** Locks the view. Someone else's private one does not exist for the user. */
export async function lockSavedView(tx: Database, actor: Actor, id: number): Promise<SavedView> {
  const view = await tx
    .selectFrom('savedViews')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!view || (view.ownerId !== actor.id && !view.isShared)) throw new NotFound('view_not_found')
  return view as SavedView
}

/** One's own view, or one that is shared; whether its project can be read is for the caller to check. */
export async function findVisibleView(db: Database, userId: number, id: number) {
  return db
    .selectFrom('savedViews')
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('ownerId', '=', userId), eb('isShared', '=', true)]))
    .select(['id', 'projectId', 'name', 'filter'])
    .executeTakeFirst()
}

export function countSavedViews(tx: Database, ownerId: number, projectId: number | null) {
  return countRows(
    tx
      .selectFrom('savedViews')
      .where('ownerId', '=', ownerId)
      .where('projectId', projectId ? '=' : 'is', projectId),
  )
}

export async function insertSavedView(
  tx: Database,
  ownerId: number,
  { columns: shown, ...view }: NewSavedView,
) {
  const inserted = tx
    .insertInto('savedViews')
    .values({ ...view, ownerId, columns: JSON.stringify(shown) })
    .returningAll()
  return (await inserted.executeTakeFirstOrThrow()) as SavedView
}

export async function updateSavedView(tx: Database, id: number, changes: Updateable<SavedViews>) {
  const updated = tx.updateTable('savedViews').set(changes).where('id', '=', id).returningAll()
  return (await updated.executeTakeFirstOrThrow()) as SavedView
}

export async function deleteSavedView(tx: Database, id: number) {
  await tx.deleteFrom('savedViews').where('id', '=', id).execute()
}
