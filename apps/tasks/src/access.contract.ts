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
