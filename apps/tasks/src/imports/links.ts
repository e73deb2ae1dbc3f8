import { MAX_RELATIONS } from '#tasks/relations/relation.commands.ts'
import type { RelationType } from '#tasks/relations/relation.contract.ts'
import { type StoredRelation, storedRelation } from '#tasks/relations/relation.queries.ts'
import { MAX_DEPTH } from '#tasks/task.contract.ts'

export interface ParentLink {
  taskId: number
  parentId: number
}

/** A task and its parent, as they are in the project. */
export interface Branch {
  id: number
  parentId: number | null
}

/**
 * The links that leave a hierarchy without cycles and not deeper than it can be, each judged after those before it. `branches`
 * has everything above and below the tasks.
 */
export function acceptParents(branches: Branch[], links: ParentLink[]): ParentLink[] {
  const parentOf = new Map(branches.map(({ id, parentId }) => [id, parentId]))
  const children = Map.groupBy(
    branches.filter(({ parentId }) => parentId !== null).map(({ id, parentId }) => ({ id, parentId })),
    ({ parentId }) => parentId,
  )
  const heightOf = (id: number): number =>
    Math.max(0, ...(children.get(id) ?? []).map(child => 1 + heightOf(child.id)))
  return links.filter(({ taskId, parentId }) => {
    const above = [parentId]
    for (let next = parentOf.get(parentId); next; next = parentOf.get(next)) above.push(next)
    if (parentOf.get(taskId) || above.includes(taskId) || above.length + heightOf(taskId) > MAX_DEPTH)
      return false
    parentOf.set(taskId, parentId)
    children.set(parentId, [...(children.get(parentId) ?? []), { id: taskId, parentId }])
    return true
  })
}

export interface RelationLink {
  taskId: number
  type: RelationType
  otherId: number
}

/**
 * The relations that are new, within the limit of each task, and with which no tasks block each other. `related` has all relations
 * of the tasks, and everything that they block.
 */
export function acceptRelations<Link extends RelationLink>(related: StoredRelation[], links: Link[]) {
  const pairs = new Map<string, number>()
  const counts = new Map<number, number>()
  const blocked = new Map<number, number[]>()
  const count = (id: number) => counts.get(id) ?? 0
  const add = (relation: StoredRelation) => {
    const { type, fromTaskId, toTaskId } = relation
    for (const id of [fromTaskId, toTaskId]) counts.set(id, count(id) + 1)
    if (type === 'blocks') blocked.set(fromTaskId, [...(blocked.get(fromTaskId) ?? []), toTaskId])
    pairs.set(pairOf(relation), fromTaskId)
  }
  for (const relation of related) add(relation)
  const accepted: StoredRelation[] = []
  const dropped: Link[] = []
  for (const link of links) {
    const relation = storedRelation(link.taskId, link.type, link.otherId)
    const { type, fromTaskId, toTaskId } = relation
    const from = pairs.get(pairOf(relation))
    // Both tasks of the source can name the same relation.
    if (from === fromTaskId || (from !== undefined && type === 'relates')) continue
    const isFull = [fromTaskId, toTaskId].some(id => count(id) >= MAX_RELATIONS)
    const isCycle = type === 'blocks' && reaches(blocked, toTaskId, fromTaskId)
    if (fromTaskId === toTaskId || from !== undefined || isFull || isCycle) {
      dropped.push(link)
      continue
    }
    add(relation)
    accepted.push(relation)
  }
  return { accepted, dropped }
}

/** A pair of tasks is related once in each way, whatever the direction. */
function pairOf({ type, fromTaskId, toTaskId }: StoredRelation) {
  return `${type} ${Math.min(fromTaskId, toTaskId)} ${Math.max(fromTaskId, toTaskId)}`
}

function reaches(blocked: Map<number, number[]>, from: number, to: number) {
  const seen = new Set<number>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === to) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(blocked.get(id) ?? []))
  }
  return false
}
