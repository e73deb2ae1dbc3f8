import type { App } from '@atrium/http/create-app'
import { EntityNotFound } from '@atrium/http/errors'
import type { Deps } from '#deps.ts'
import { getRightsHolder, listGrants } from './explanation.queries.ts'
import type { Explanation, Question, RouteRule, Verdict } from './explanation.schema.ts'
import { getLevel } from './hierarchy.queries.ts'
import { findRouteRule } from './route-rules.ts'
import { parseScopes } from './scopes.ts'

/** Whether a user may call a route, and why: the checks of a request, one after the other, in words. */
export async function explainAccess(
  { db }: Deps,
  app: Pick<App, 'routeTable'>,
  question: Question,
): Promise<Explanation> {
  const { userId, scope } = question
  const found = findRouteRule(app, question)
  if (!found) throw new EntityNotFound('Route')
  const { rule, subjectId } = found
  const { archivedAt } = await getRightsHolder(db, userId)
  const roles = await listGrants(db, userId, permissionsOf(rule))
  const level = Math.max(0, ...roles.map(each => each.level))
  const steps = [
    ...tokenSteps(rule, archivedAt),
    ...scopeSteps(rule, scope),
    ...permissionSteps(rule, roles, subjectId === undefined ? undefined : subjectId === userId),
    ...levelSteps(rule, level, subjectId === undefined ? undefined : await getLevel(db, subjectId)),
  ]
  const verdict = worst(steps)
  return {
    route: rule,
    verdict,
    summary: summaryOf(rule, verdict),
    reasons: steps.map(({ reason }) => reason),
    user: { id: userId, status: archivedAt ? 'archived' : 'active', level },
    grantedBy: roles.filter(({ permissions }) => permissions.length > 0),
  }
}

interface Step {
  verdict: Verdict
  reason: string
}

type Grants = Awaited<ReturnType<typeof listGrants>>

function permissionsOf({ permission }: RouteRule) {
  return permission?.split(' or ') ?? []
}

function tokenSteps({ needsToken }: RouteRule, archivedAt: string | null): Step[] {
  if (!needsToken) return [{ verdict: 'yes', reason: 'The route needs no token.' }]
  if (!archivedAt) return [{ verdict: 'yes', reason: 'The user is active, so their token counts.' }]
  return [
    { verdict: 'no', reason: 'The user is archived: they cannot sign in, and none of their tokens counts.' },
  ]
}

function scopeSteps({ scope }: RouteRule, given: string | undefined): Step[] {
  if (!scope) return []
  if (given === undefined) return [{ verdict: 'yes', reason: `The token must carry the scope ${scope}.` }]
  const isGiven = parseScopes(given).includes(scope)
  const reason = `The token ${isGiven ? 'carries' : 'lacks'} the scope ${scope}.`
  return [{ verdict: isGiven ? 'yes' : 'no', reason }]
}

/** `isOwn` is unknown where the path does not say whose record it is. */
function permissionSteps(rule: RouteRule, roles: Grants, isOwn: boolean | undefined): Step[] {
  const wanted = permissionsOf(rule)
  if (wanted.length === 0) return []
  const holdersOf = (name: string) =>
    roles.filter(({ permissions }) => permissions.includes(name)).map(({ role }) => role)
  const held = wanted.filter(name => holdersOf(name).length > 0)
  const reason = (verdict: Verdict, name: string, effect = '') => [
    { verdict, reason: `${name} comes with the role ${holdersOf(name).join(', ')}${effect}.` },
  ]
  const whole = held.find(name => !name.endsWith('.self'))
  if (whole) return reason('yes', whole)
  const [own] = held
  if (!own) return [{ verdict: 'no', reason: `None of the user's roles gives ${wanted.join(' or ')}.` }]
  if (isOwn === undefined) return reason('own', own, ', which covers what is their own')
  return reason(isOwn ? 'yes' : 'no', own, ', which covers themselves alone')
}

/** Only what is written is measured by level; where the path does not say upon whom, it is said as a rule. */
function levelSteps({ method, path, scope }: RouteRule, level: number, subjectLevel?: number): Step[] {
  const isAboutRights = scope?.startsWith('user') || /^\/(roles|rbac)\//.test(`${path}/`)
  if (method === 'GET' || !scope || !isAboutRights) return []
  if (subjectLevel === undefined) {
    const reason = `Users and roles above the user's own highest level, ${level}, stay out of reach.`
    return [{ verdict: 'yes', reason }]
  }
  const isAbove = subjectLevel > level
  const reason = `The user's highest level is ${level}, that of whom it is done to ${subjectLevel}${isAbove ? ': above their own' : ''}.`
  return [{ verdict: isAbove ? 'no' : 'yes', reason }]
}

function worst(steps: Step[]): Verdict {
  const verdicts = steps.map(({ verdict }) => verdict)
  return verdicts.includes('no') ? 'no' : verdicts.includes('own') ? 'own' : 'yes'
}

function summaryOf({ method, path }: RouteRule, verdict: Verdict) {
  if (verdict === 'yes') return `The user may call ${method} ${path}.`
  if (verdict === 'own') return `The user may call ${method} ${path} for what is their own.`
  return `The user may not call ${method} ${path}.`
}
