import type { AccessRule, Contract } from '@atrium/core/contract'
import { type Right, rights } from '#projects/rights.contract.ts'

export const signedIn = { token: true } as const

/** A permission of the service's own roles; what a member can do in a project is another matter. */
export function permission<const Name extends string>(name: Name) {
  return { token: true, permission: name } as const
}

/** A right in the project of the record that the path's id names. */
export function inProject<const R extends Right>(right: R) {
  return { token: true, right, role: rights[right] } as const
}

/** Answers only with what belongs to the projects that a token is limited to. Routes `inProject` do so anyway. */
export function limitable<const Rule extends AccessRule>(rule: Rule) {
  return { ...rule, isLimitable: true } as const
}

/** What a token of another application can do here; tokens of the service's own client can do everything. */
export type TasksScope = 'tasks:read' | 'tasks:write' | 'tasks:manage'

/** For a route whose scope is not the one that `scopeOf` derives. */
export function withScope<const Rule extends AccessRule>(scope: TasksScope, rule: Rule) {
  return { ...rule, scope } as const
}

/** Reading, changing, or managing: what only managers, owners and roles with a permission can change. */
export function scopeOf({ method, access }: Pick<Contract, 'method' | 'access'>): TasksScope {
  const { scope, permission, role = '' } = access
  if (scope) return scope as TasksScope
  if (method === 'GET') return 'tasks:read'
  return permission || ['manager', 'owner'].includes(role) ? 'tasks:manage' : 'tasks:write'
}
