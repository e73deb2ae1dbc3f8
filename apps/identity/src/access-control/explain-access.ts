import { EntityNotFound } from '@atrium/core/errors'
import type { App } from '@atrium/http/create-app'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'
import {
  grantsForSettingUp,
  levelSteps,
  permissionSteps,
  permissionsOf,
  scopeSteps,
  secondFactorSteps,
  tokenSteps,
} from './access-steps.ts'
import type { Explanation, ExplanationStep, Question, RouteRule, Verdict } from './explanation.contract.ts'
import { getRightsHolder, listGrants } from './explanation.queries.ts'
import { getLevel } from './hierarchy.queries.ts'
import { findRouteRule } from './route-rules.ts'
import { mustSetUpTwoFactor } from './second-factor.queries.ts'

/** Whether a user may call a route, and why: the checks of a request, one after the other, in words. */
export async function explainAccess(
  { db, settings }: Deps,
  app: Pick<App, 'routeTable'>,
  question: Question,
): Promise<Explanation> {
  const { userId, scope } = question
  const found = findRouteRule(app, question)
  if (!found) throw new EntityNotFound('Route')
  const { rule, isForSettingUp, subjectId } = found
  const { archivedAt } = await getRightsHolder(db, userId)
  const roles = await listGrants(db, userId, permissionsOf(rule))
  const lacksSecondFactor = await mustSetUpTwoFactor(db, twoFactorRoles(settings), userId)
  const held = lacksSecondFactor && isForSettingUp ? grantsForSettingUp(roles) : roles
  const level = Math.max(0, ...roles.map(each => each.level))
  const steps = [
    ...tokenSteps(rule, archivedAt),
    ...(lacksSecondFactor ? secondFactorSteps(rule, isForSettingUp) : []),
    ...scopeSteps(rule, scope),
    ...permissionSteps(rule, held, subjectId === undefined ? undefined : subjectId === userId),
    ...levelSteps(rule, level, subjectId === undefined ? undefined : await getLevel(db, subjectId)),
  ]
  const verdict = worst(steps)
  return {
    route: rule,
    verdict,
    summary: summaryOf(rule, verdict),
    steps,
    user: { id: userId, status: archivedAt ? 'archived' : 'active', level },
    grantedBy: roles.filter(({ permissions }) => permissions.length > 0),
  }
}

function worst(steps: ExplanationStep[]): Verdict {
  const verdicts = steps.map(({ verdict }) => verdict)
  return verdicts.includes('no') ? 'no' : verdicts.includes('own') ? 'own' : 'yes'
}

function summaryOf({ method, path }: RouteRule, verdict: Verdict) {
  if (verdict === 'yes') return `The user may call ${method} ${path}.`
  if (verdict === 'own') return `The user may call ${method} ${path} for what is their own.`
  return `The user may not call ${method} ${path}.`
}
