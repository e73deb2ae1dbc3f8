import type { App } from '@atrium/http/create-app'
import type { Question, RouteRule } from './explanation.contract.ts'

type Route = App['routeTable'][number]

/** From the table that the access checks use. */
export function listRouteRules({ routeTable }: Pick<App, 'routeTable'>): RouteRule[] {
  return routeTable
    .map(toRule)
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'))
}

/** As the router finds it: a fixed segment goes before a parameter, a parameter before a wildcard. */
export function findRouteRule(
  app: Pick<App, 'routeTable'>,
  { method, path, userId }: Pick<Question, 'method' | 'path' | 'userId'>,
) {
  const requested = segments(path.split('?', 1)[0] ?? '')
  const [closest] = app.routeTable
    .filter(route => route.method === method && isMatch(segments(route.url), requested))
    .sort((a, b) => placeholders(a.url).localeCompare(placeholders(b.url)))
  if (!closest) return undefined
  const { isForSettingUp = false } = closest.rule
  return { rule: toRule(closest), isForSettingUp, subjectId: subjectOf(closest.url, requested, userId) }
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

function toRule({ method, url, rule }: Route): RouteRule {
  const { token, scope = null, permission = null } = rule
  return { method, path: url, needsToken: token, scope, permission }
}
