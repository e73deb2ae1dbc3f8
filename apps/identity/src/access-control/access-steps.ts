import type { ExplanationStep, RouteRule } from './explanation.contract.ts'
import type { listGrants } from './explanation.queries.ts'
import { parseScopes } from './scopes.contract.ts'
import { rightsForSettingUp } from './two-factor-setup.ts'

type Grants = Awaited<ReturnType<typeof listGrants>>

export function permissionsOf({ permission }: RouteRule) {
  return permission?.split(' or ') ?? []
}

export function tokenSteps({ needsToken }: RouteRule, archivedAt: string | null): ExplanationStep[] {
  const check = 'token'
  if (!needsToken) {
    return [{ check, finding: 'no-token-needed', verdict: 'yes', reason: 'The route needs no token.' }]
  }
  if (!archivedAt) {
    const reason = 'The user is active, so their token counts.'
    return [{ check, finding: 'user-is-active', verdict: 'yes', reason }]
  }
  const reason = 'The user is archived: they cannot sign in, and none of their tokens counts.'
  return [{ check, finding: 'user-is-archived', verdict: 'no', reason }]
}

/** Decision 36: only where the user lacks what their role needs. What needs any token at all is not refused. */
export function secondFactorSteps({ scope }: RouteRule, isForSettingUp: boolean): ExplanationStep[] {
  const check = 'second-factor'
  if (!scope) return []
  const lack = "The user's role needs a second factor, and they have none"
  if (isForSettingUp) {
    const reason = `${lack}: this is where they set one up, for themselves alone.`
    return [{ check, finding: 'second-factor-set-up-here', verdict: 'yes', reason }]
  }
  const reason = `${lack}: until they set one up they may do nothing else.`
  return [{ check, finding: 'second-factor-lacking', verdict: 'no', reason }]
}

/** What is left of somebody's roles meanwhile. */
export function grantsForSettingUp(roles: Grants): Grants {
  return roles.map(role => ({
    ...role,
    permissions: rightsForSettingUp({ scopes: [], ...role }).permissions,
  }))
}

export function scopeSteps({ scope }: RouteRule, given: string | undefined): ExplanationStep[] {
  const check = 'scope'
  if (!scope) return []
  if (given === undefined) {
    const reason = `The token must carry the scope ${scope}.`
    return [{ check, finding: 'scope-needed', verdict: 'yes', reason }]
  }
  if (!parseScopes(given).includes(scope)) {
    return [{ check, finding: 'scope-lacking', verdict: 'no', reason: `The token lacks the scope ${scope}.` }]
  }
  return [{ check, finding: 'scope-given', verdict: 'yes', reason: `The token carries the scope ${scope}.` }]
}

/** `isOwn` is unknown where the path does not say whose record it is. */
export function permissionSteps(
  rule: RouteRule,
  roles: Grants,
  isOwn: boolean | undefined,
): ExplanationStep[] {
  const wanted = permissionsOf(rule)
  if (wanted.length === 0) return []
  const held = wanted.filter(name => holdersOf(name, roles).length > 0)
  const permission = held.find(name => !name.endsWith('.self')) ?? held[0]
  if (permission) return [{ check: 'permission', permission, ...reachOf(permission, roles, isOwn) }]
  const reason = `None of the user's roles gives ${wanted.join(' or ')}.`
  return [{ check: 'permission', finding: 'permission-lacking', verdict: 'no', reason }]
}

function reachOf(
  permission: string,
  roles: Grants,
  isOwn: boolean | undefined,
): Pick<ExplanationStep, 'finding' | 'verdict' | 'reason'> {
  const source = `${permission} comes with the role ${holdersOf(permission, roles).join(', ')}`
  if (!permission.endsWith('.self')) {
    return { finding: 'permission-held', verdict: 'yes', reason: `${source}.` }
  }
  if (isOwn === undefined) {
    const reason = `${source}, which covers what is their own.`
    return { finding: 'permission-held-for-own', verdict: 'own', reason }
  }
  const reason = `${source}, which covers themselves alone.`
  return { finding: 'permission-held-for-themselves', verdict: isOwn ? 'yes' : 'no', reason }
}

function holdersOf(permission: string, roles: Grants) {
  return roles.filter(({ permissions }) => permissions.includes(permission)).map(({ role }) => role)
}

/** Only what is written is measured by level; where the path does not say upon whom, it is said as a rule. */
export function levelSteps(
  { method, path, scope }: RouteRule,
  level: number,
  subjectLevel?: number,
): ExplanationStep[] {
  const check = 'level'
  const isAboutRights = scope?.startsWith('user') || /^\/(roles|rbac)\//.test(`${path}/`)
  if (method === 'GET' || !scope || !isAboutRights) return []
  if (subjectLevel === undefined) {
    const reason = `Users and roles above the user's own highest level, ${level}, stay out of reach.`
    return [{ check, finding: 'level-limits', verdict: 'yes', reason }]
  }
  const levels = `The user's highest level is ${level}, that of whom it is done to ${subjectLevel}`
  if (subjectLevel > level) {
    const reason = `${levels}: above their own.`
    return [{ check, finding: 'level-too-low', verdict: 'no', reason, subjectLevel }]
  }
  return [{ check, finding: 'level-suffices', verdict: 'yes', reason: `${levels}.`, subjectLevel }]
}
