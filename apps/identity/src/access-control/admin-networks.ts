import { listOf } from '@atrium/core/formats'
import { addressOf, networkOf } from '@atrium/outbound/networks'
import type { Settings } from '#settings.ts'
import type { Actor } from './actor.ts'

/** Permissions that the account pages need besides those for oneself. */
const everyday = ['posts.read']

/**
 * The actor as they are at an address: outside of the networks of ADMIN_ALLOW, a person keeps the permissions that concern
 * themselves and none of an administrator. Clients act for programs, which have a secret instead.
 */
export function actorAt(
  { ADMIN_ALLOW }: Pick<Settings, 'ADMIN_ALLOW'>,
  actor: Actor,
  address: string,
): Actor {
  if (!ADMIN_ALLOW || actor.id === null || isAllowed(ADMIN_ALLOW, address)) return { ...actor, address }
  const isKept = (permission: string) => permission.endsWith('.self') || everyday.includes(permission)
  return {
    ...actor,
    address,
    permissions: new Set([...actor.permissions].filter(isKept)),
    withheld: new Set([...actor.permissions].filter(permission => !isKept(permission))),
  }
}

export function isAllowed(networks: string, address: string) {
  const parsed = addressOf(address)
  return listOf(networks).some(network => networkOf(network).contains(parsed))
}
