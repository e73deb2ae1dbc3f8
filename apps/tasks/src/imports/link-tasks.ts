import type { Database } from '#database.ts'
import type { StoredRelation } from '#tasks/relations/relation.queries.ts'
import type { ImportKey } from './import.queries.ts'
import type { Link } from './link.queries.ts'
import * as queries from './link.queries.ts'
import { acceptParents, acceptRelations, type ParentLink } from './links.ts'
import type { Losses } from './losses.ts'
import type { PlannedTask } from './plan/import-plan.contract.ts'

export interface NumberedTask {
  planned: PlannedTask
  id: number
}

export interface PlannedLinks {
  /** The parents of new tasks. */
  parentOf: Map<number, number>
  /** The parents of tasks that earlier parts have brought. */
  laterParents: ParentLink[]
  relations: StoredRelation[]
  /** Links to tasks that no part has brought yet. */
  waiting: Link[]
}

/**
 * The parents and relations of new tasks, and those of earlier tasks that waited for the new ones. What a project cannot have,
 * such as tasks that block each other, is left out. The hierarchy is locked, and so are blocks if there are links.
 */
export async function planLinks(
  tx: Database,
  part: ImportKey,
  created: NumberedTask[],
  idOf: (externalId: string) => number | undefined,
  losses: Losses,
): Promise<PlannedLinks> {
  const waited = await queries.takeWaitingLinks(
    tx,
    part,
    created.map(({ planned }) => planned.externalId),
  )
  const links = [...waited, ...created.flatMap(linksOf)].map(link => ({ ...link, otherId: idOf(link.to) }))
  const found = links.flatMap(({ otherId, ...link }) => (otherId === undefined ? [] : [{ ...link, otherId }]))
  const waiting = links.filter(({ otherId }) => otherId === undefined)
  const newIds = new Set(created.map(({ id }) => id))
  const knownIds = (of: typeof found) => [
    ...new Set(of.flatMap(({ taskId, otherId }) => [taskId, otherId]).filter(id => !newIds.has(id))),
  ]

  const toParents = found.filter(({ type }) => type === 'parent')
  const parents = acceptParents(
    await queries.listBranches(tx, knownIds(toParents)),
    toParents.map(({ taskId, otherId }) => ({ taskId, parentId: otherId })),
  )
  for (const { taskId, from, to } of toParents) {
    if (!parents.some(link => link.taskId === taskId)) losses.add('parentDropped', from, to)
  }
  const toRelated = found.flatMap(({ type, ...link }) => (type === 'parent' ? [] : [{ ...link, type }]))
  const { accepted: relations, dropped } = acceptRelations(
    await queries.listRelated(tx, knownIds(toRelated)),
    toRelated,
  )
  for (const { from, to } of dropped) losses.add('relationDropped', from, to)
  const isNew = ({ taskId }: ParentLink) => newIds.has(taskId)
  return {
    parentOf: new Map(parents.filter(isNew).map(({ taskId, parentId }) => [taskId, parentId])),
    laterParents: parents.filter(link => !isNew(link)),
    relations,
    waiting,
  }
}

function linksOf({
  planned: { externalId: from, parent, relations = [] },
  id: taskId,
}: NumberedTask): Link[] {
  return [
    ...(parent ? [{ taskId, from, to: parent, type: 'parent' as const }] : []),
    ...relations.map(({ type, task: to }) => ({ taskId, from, to, type })),
  ]
}

/** After the tasks themselves. */
export async function insertLinks(
  tx: Database,
  part: ImportKey,
  { laterParents, relations, waiting }: PlannedLinks,
  { actorId, now }: { actorId: number; now: string },
) {
  await queries.updateParents(tx, laterParents, now)
  await queries.insertRelations(tx, part.projectId, relations, actorId)
  await queries.insertWaitingLinks(tx, part, waiting)
}
