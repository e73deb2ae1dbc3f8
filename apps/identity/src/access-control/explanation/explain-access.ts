import type { App } from '@atrium/http/app/create-app'
import type { Deps } from '#deps.ts'
import { NotFound } from '#errors.ts'
import { twoFactorRoles } from '#settings.ts'
import { rightsForSettingUp } from '../actor.ts'
import { getLevel } from '../hierarchy.queries.ts'
import { parseScopes } from '../scopes.contract.ts'
import { mustSetUpTwoFactor } from '../second-factor.queries.ts'
import type { Explanation, ExplanationStep, Question, RouteRule, Verdict } from './explanation.contract.ts'
import { getUserStatus, listGrants } from './explanation.queries.ts'
import { findRouteRule } from './route-rules.ts'

type Grants = Awaited<ReturnType<typeof listGrants>>

/** Whether a user can call a route, and why: the checks of a request in order. */
export async function explainAccess(
  { db, settings }: Deps,
  app: Pick<App, 'operations'>,
  question: Question,
): Promise<Explanation> {
  const { userId, scope } = question
  const found = findRouteRule(app, question)
  if (!found) throw new NotFound('route_not_found')
  const { rule, isForSettingUp, isForClients, subjectId } = found
  const { archivedAt } = await getUserStatus(db, userId)
  const roles = await listGrants(db, userId, permissionsOf(rule))
  const lacksSecondFactor = await mustSetUpTwoFactor(db, twoFactorRoles(settings), userId)
  const granted = lacksSecondFactor && isForSettingUp ? grantsForSettingUp(roles) : roles
  const level = Math.max(0, ...roles.map(each => each.level))
  const steps = [
    ...tokenSteps(rule, archivedAt),
    ...(isForClients ? [refusedToUsers] : []),
    ...(lacksSecondFactor ? secondFactorSteps(rule, isForSettingUp) : []),
    ...scopeSteps(rule, scope),
    ...permissionSteps(rule, granted, subjectId === undefined ? undefined : subjectId === userId),
    ...levelSteps(rule, level, subjectId === undefined ? undefined : await getLevel(db, subjectId)),
  ]
  const verdict = worst(steps)
  return {
    route: rule,
    verdict,
    summary: summaryOf(rule, verdict),
    steps,
    user: { id: userId, status: archivedAt ? 'archived' : 'active', level },
    grantedBy: roles
      .filter(({ permissions }) => permissions.length > 0)
      .map(({ group, ...role }) => (group ? { ...role, group } : role)),
  }
}

function worst(steps: ExplanationStep[]): Verdict {
  const verdicts = steps.map(({ verdict }) => verdict)
  return verdicts.includes('no') ? 'no' : verdicts.includes('own') ? 'own' : 'yes'
}

function summaryOf({ method, path }: RouteRule, verdict: Verdict) {
  if (verdict === 'yes') return `The user can call ${method} ${path}.`
  if (verdict === 'own') return `The user can call ${method} ${path} for their own records.`
  return `The user cannot call ${method} ${path}.`
}

function permissionsOf({ permission }: RouteRule) {
  return permission?.split(' or ') ?? []
}

function tokenSteps({ needsToken }: RouteRule, archivedAt: string | null): ExplanationStep[] {
  const check = 'token'
  if (!needsToken) {
    return [
      { check, finding: 'no-token-needed', verdict: 'yes', reason: 'The route does not require a token.' },
    ]
  }
  if (!archivedAt) {
    const reason = 'The user is active, so their tokens are valid.'
    return [{ check, finding: 'user-is-active', verdict: 'yes', reason }]
  }
  const reason = 'The user is archived: they cannot sign in, and their tokens are not valid.'
  return [{ check, finding: 'user-is-archived', verdict: 'no', reason }]
}

const refusedToUsers: ExplanationStep = {
  check: 'token',
  finding: 'only-for-service-accounts',
  verdict: 'no',
  reason: 'Only the token of a service account works here, never that of a user.',
}

/** Decision 36: of a user who lacks the second factor. Routes that accept any token are still allowed. */
function secondFactorSteps({ scope }: RouteRule, isForSettingUp: boolean): ExplanationStep[] {
  const check = 'second-factor'
  if (!scope) return []
  const lack = "The user's role requires a second factor, and they have none"
  if (isForSettingUp) {
    const reason = `${lack}: they can set one up here, for themselves only.`
    return [{ check, finding: 'second-factor-set-up-here', verdict: 'yes', reason }]
  }
  const reason = `${lack}: until they set one up, they can do nothing else.`
  return [{ check, finding: 'second-factor-lacking', verdict: 'no', reason }]
}

/** What the user's roles grant until then. */
function grantsForSettingUp(roles: Grants): Grants {
  return roles.map(role => ({
    ...role,
    permissions: rightsForSettingUp({ scopes: [], ...role }).permissions,
  }))
}

function scopeSteps({ scope }: RouteRule, scopes: string | undefined): ExplanationStep[] {
  const check = 'scope'
  if (!scope) return []
  if (scopes === undefined) {
    const reason = `The token must have the scope ${scope}.`
    return [{ check, finding: 'scope-needed', verdict: 'yes', reason }]
  }
  if (!parseScopes(scopes).includes(scope)) {
    return [{ check, finding: 'scope-lacking', verdict: 'no', reason: `The token lacks the scope ${scope}.` }]
  }
  return [{ check, finding: 'scope-given', verdict: 'yes', reason: `The token has the scope ${scope}.` }]
}

/** `isOwn` is unknown where the path does not say whose record it is. */
function permissionSteps(rule: RouteRule, roles: Grants, isOwn: boolean | undefined): ExplanationStep[] {
  const required = permissionsOf(rule)
  if (required.length === 0) return []
  const granted = required.filter(name => rolesWith(name, roles).length > 0)
  const permission = granted.find(name => !name.endsWith('.self')) ?? granted[0]
  if (permission) return [{ check: 'permission', permission, ...reachOf(permission, roles, isOwn) }]
  const reason = `None of the user's roles grants ${required.join(' or ')}.`
  return [{ check: 'permission', finding: 'permission-lacking', verdict: 'no', reason }]
}

function reachOf(
  permission: string,
  roles: Grants,
  isOwn: boolean | undefined,
): Pick<ExplanationStep, 'finding' | 'verdict' | 'reason'> {
  const source = `${permission} is granted by the role ${rolesWith(permission, roles).join(', ')}`
  if (!permission.endsWith('.self')) {
    return { finding: 'permission-held', verdict: 'yes', reason: `${source}.` }
  }
  if (isOwn === undefined) {
    const reason = `${source}, for their own records only.`
    return { finding: 'permission-held-for-own', verdict: 'own', reason }
  }
  const reason = `${source}, for themselves only.`
  return { finding: 'permission-held-for-themselves', verdict: isOwn ? 'yes' : 'no', reason }
}

function rolesWith(permission: string, roles: Grants) {
  return roles.filter(({ permissions }) => permissions.includes(permission)).map(nameOfGrant)
}

/** `manager`, or with the group that it comes from: `manager (group Support)`, `manager (group Sales from scim)`. */
function nameOfGrant({ role, group }: Grants[number]) {
  if (!group) return role
  const origin = group.source === 'local' ? '' : ` from ${group.source}`
  return `${role} (group ${group.name}${origin})`
}

/** Levels limit writes only. Without a user in the path, the step states the rule. */
function levelSteps(
  { method, path, scope }: RouteRule,
  level: number,
  subjectLevel?: number,
): ExplanationStep[] {
  const check = 'level'
  const isAboutRights = scope?.startsWith('user') || /^\/(roles|rbac)\//.test(`${path}/`)
  if (method === 'GET' || !scope || !isAboutRights) return []
  if (subjectLevel === undefined) {
    const reason = `Users and roles above the user's own highest level, ${level}, are out of reach.`
    return [{ check, finding: 'level-limits', verdict: 'yes', reason }]
  }
  const levels = `The user's highest level is ${level}, that of the target user ${subjectLevel}`
  if (subjectLevel > level) {
    const reason = `${levels}, which is higher.`
    return [{ check, finding: 'level-too-low', verdict: 'no', reason, subjectLevel }]
  }
  return [{ check, finding: 'level-suffices', verdict: 'yes', reason: `${levels}.`, subjectLevel }]
}
