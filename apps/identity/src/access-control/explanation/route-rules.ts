import type { Contract } from '@atrium/core/contract'
import type { App } from '@atrium/http/app/create-app'
import { contractsOf } from '@atrium/http/routes/operation'
import type { Question, RouteRule } from './explanation.contract.ts'

/** Lists the rules that the access checks use. */
export function listRouteRules(app: Pick<App, 'operations'>): RouteRule[] {
  return contractsOf(app)
    .map(toRule)
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'))
}

/** Finds a route by the rules of the router: a fixed segment goes before a parameter, a parameter before a wildcard. */
export function findRouteRule(
  app: Pick<App, 'operations'>,
  { method, path, userId }: Pick<Question, 'method' | 'path' | 'userId'>,
) {
  const requested = segments(path.split('?', 1)[0] ?? '')
  const [closest] = contractsOf(app)
    .filter(route => route.method === method && isMatch(segments(route.path), requested))
    .sort((a, b) => placeholders(a.path).localeCompare(placeholders(b.path)))
  if (!closest) return undefined
  const { isForSettingUp = false, isForClients = false } = closest.access
  const subjectId = subjectOf(closest.path, requested, userId)
  return { rule: toRule(closest), isForSettingUp, isForClients, subjectId }
}

function isMatch(pattern: string[], requested: string[]) {
  if (pattern.at(-1) === '*') return pattern.slice(0, -1).every((part, place) => part === requested[place])
  return (
    pattern.length === requested.length &&
    pattern.every((part, place) => part === requested[place] || part.startsWith(':'))
  )
}

/** `/users/:id` → `01`: it sorts after `/users/me`, `00`. */
function placeholders(url: string) {
  return segments(url)
    .map(part => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0'))
    .join('')
}

/** The user that the path names, if any. */
function subjectOf(url: string, requested: string[], userId: number) {
  if (url === '/users/me') return userId
  return url.startsWith('/users/:id') && /^\d{1,15}$/.test(requested[1] ?? '')
    ? Number(requested[1])
    : undefined
}

function segments(path: string) {
  return path.split('/').filter(Boolean)
}

function toRule({ method, path, access }: Contract): RouteRule {
  const { token, scope = null, permission = null } = access
  return { method, path, needsToken: token, scope, permission }
}
