import { ValidationFailed } from '#errors.ts'
import { MAX_DEPTH } from '../task.contract.ts'

export interface FamilyMember {
  id: number
  projectId: number
  parentId: number | null
  number: number
  deletedAt: string | null
}

export type Family = ReturnType<typeof createFamily>

/** Tasks that get other parents, what is below them and what is above those parents: as if they moved one after the other. */
export function createFamily(members: FamilyMember[]) {
  const byId = new Map(members.map(member => [member.id, { ...member }]))
  const childIds = new Map<number, Set<number>>()
  for (const { id, parentId } of members) if (parentId !== null) childrenOf(parentId).add(id)

  function childrenOf(id: number) {
    const children = childIds.get(id) ?? new Set<number>()
    childIds.set(id, children)
    return children
  }

  function heightOf(id: number): number {
    return Math.max(0, ...[...childrenOf(id)].map(child => 1 + heightOf(child)))
  }

  /** The task itself first. */
  function chainOf(id: number): FamilyMember[] {
    const member = byId.get(id)
    if (!member) return []
    return [member, ...(member.parentId === null ? [] : chainOf(member.parentId))]
  }

  return {
    numberOf: (id: number | null) => (id === null ? null : (byId.get(id)?.number ?? null)),

    requireParent(task: { id: number; projectId: number }, parentId: number) {
      const chain = chainOf(parentId)
      const [parent] = chain
      if (!parent || parent.deletedAt) throw new ValidationFailed({ parentId: 'does_not_exist' })
      if (parent.projectId !== task.projectId) throw new ValidationFailed({ parentId: 'in_other_project' })
      if (chain.some(({ id }) => id === task.id)) throw new ValidationFailed({ parentId: 'parent_is_below' })
      if (chain.length + heightOf(task.id) > MAX_DEPTH) {
        throw new ValidationFailed({ parentId: 'nested_too_deep' })
      }
    },

    setParent(id: number, parentId: number | null) {
      const member = byId.get(id)
      if (!member) return
      if (member.parentId !== null) childrenOf(member.parentId).delete(id)
      if (parentId !== null) childrenOf(parentId).add(id)
      member.parentId = parentId
    },
  }
}
