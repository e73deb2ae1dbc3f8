import { Conflict } from '@atrium/core/errors'
import { allScopes, permissionsOfScopes } from './scopes.contract.ts'

/** What the routes themselves ask for. */
const builtIn = new Set<string>(permissionsOfScopes(allScopes))

export function isBuiltIn(name: string) {
  return builtIn.has(name)
}

export function refuseBuiltIn(name: string) {
  if (isBuiltIn(name)) throw new Conflict(`${name} is built in; it can be neither renamed nor deleted`)
}

/** The owner has full access: without it nobody could give anything back. */
export function refuseOwnerWithout(role: { name: string }, name: string) {
  if (role.name === 'owner' && isBuiltIn(name)) throw new Conflict(`The role owner keeps ${name}`)
}

export function refuseOwnerWithFewer(role: { name: string }, names: string[]) {
  for (const name of builtIn) if (!names.includes(name)) refuseOwnerWithout(role, name)
}
