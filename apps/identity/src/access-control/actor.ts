import { permissionsOfScopes } from './scopes.ts'

/** Who acts: a user, or a client on its own behalf (then `id` is null). */
export interface Actor {
  id: number | null
  clientId: string
  tokenId: string
  familyId: number | null
  scopes: string[]
  permissions: ReadonlySet<string>
  /** Where the request comes from. */
  address: string | null
  /** The level of the highest role: nobody acts upon what stands above it. */
  level: number
}

const CLIENT_LEVEL = 30 // it never makes owners

interface TokenOwner {
  userId: number | null
  clientId: string
  tokenId: string
  familyId: number | null
  scope: string
  permissions: string[]
  level: number | null
}

export function actorFrom({
  userId,
  clientId,
  tokenId,
  familyId,
  scope,
  permissions,
  level,
}: TokenOwner): Actor {
  const scopes = scope.split(' ')
  const isClient = userId === null
  return {
    id: userId,
    clientId,
    tokenId,
    familyId,
    scopes,
    address: null,
    permissions: new Set(isClient ? permissionsOfScopes(scopes) : permissions),
    level: isClient ? CLIENT_LEVEL : (level ?? 0),
  }
}
