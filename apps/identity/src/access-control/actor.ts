import { Forbidden } from '#errors.ts'
import { builtInPermissions, permissionsOfScopes } from './scopes.contract.ts'

/** Who acts: a user, or a client on its own behalf (then `id` is null). */
export interface Actor {
  id: number | null
  clientId: string
  tokenId: string
  familyId: number | null
  scopes: string[]
  permissions: ReadonlySet<string>
  /** Permissions of an administrator that are not in force at this address: `ADMIN_ALLOW`. */
  withheld?: ReadonlySet<string>
  /** Where the request comes from. */
  address: string | null
  /** The level of the highest role: users and roles above it are out of reach. */
  level: number
  /** Their role requires a second factor and they have none: until they set one up, they can do nothing else. */
  mustSetUpTwoFactor: boolean
  /** Whether the user has the role owner. */
  isOwner: boolean
}

/** Names who acts: users and clients have IDs of their own. */
export function nameOf({ id, clientId }: Pick<Actor, 'id' | 'clientId'>) {
  return id === null ? `client ${clientId}` : nameOfUser(id)
}

export function nameOfUser(id: number) {
  return `user ${id}`
}

/** Below the level of owners. */
export const CLIENT_LEVEL = 30

/** The operator at the console: above all roles, and unknown, so that audit entries name neither a user nor a client. */
export const consoleActor: Actor = {
  id: null,
  clientId: '',
  tokenId: '',
  familyId: null,
  scopes: [],
  permissions: new Set(builtInPermissions),
  address: null,
  level: Number.POSITIVE_INFINITY,
  mustSetUpTwoFactor: false,
  isOwner: false,
}

interface TokenOwner {
  userId: number | null
  clientId: string
  tokenId: string
  familyId: number | null
  scope: string
  permissions: string[]
  level: number | null
  mustSetUpTwoFactor: boolean
  isOwner: boolean
}

export function actorFrom(owner: TokenOwner): Actor {
  const { userId, clientId, tokenId, familyId, level, mustSetUpTwoFactor, isOwner } = owner
  const { scopes, permissions } = rightsOf(owner)
  return {
    id: userId,
    clientId,
    tokenId,
    familyId,
    scopes,
    address: null,
    permissions: new Set(permissions),
    level: userId === null ? CLIENT_LEVEL : (level ?? 0),
    mustSetUpTwoFactor,
    isOwner,
  }
}

function rightsOf({ userId, scope, permissions, mustSetUpTwoFactor }: TokenOwner) {
  const scopes = scope.split(' ')
  if (userId === null) return { scopes, permissions: permissionsOfScopes(scopes) }
  return mustSetUpTwoFactor ? rightsForSettingUp({ scopes, permissions }) : { scopes, permissions }
}

/** The rights of a user who has not set up the second factor that their role requires. */
export function rightsForSettingUp({ scopes, permissions }: { scopes: string[]; permissions: string[] }) {
  return {
    scopes: scopes.filter(scope => scope === 'user:read' || scope === 'user:write'),
    permissions: permissions.filter(permission => permission.endsWith('.self')),
  }
}

/** Decision 36. Signing in leads on to where it is set up. */
export function twoFactorSetupRequired() {
  return new Forbidden(
    'two_factor_setup_required',
    { error: 'two_factor_setup_required' },
    { leadsToSignIn: true },
  )
}
