import type { App } from '@atrium/http/create-app'
import type { Question, RouteRule } from './explanation.contract.ts'

type Route = App['routeTable'][number]

/** From the table that the checks themselves use. */
export function listRouteRules({ routeTable }: Pick<App, 'routeTable'>): RouteRule[] {
  return routeTable
    .map(toRule)
    .sort((a, b) => a.path.localeCompare(b.path, 'en') || a.method.localeCompare(b.method, 'en'))
}

/** As the router finds it: what is spelled out goes before what stands for anything. */
export function findRouteRule(
  app: Pick<App, 'routeTable'>,
  { method, path, userId }: Pick<Question, 'method' | 'path' | 'userId'>,
) {
  const asked = segments(path.split('?', 1)[0] ?? '')
  const [closest] = app.routeTable
    .filter(route => route.method === method && isMatch(segments(route.url), asked))
    .sort((a, b) => placeholders(a.url).localeCompare(placeholders(b.url)))
  if (!closest) return undefined
  const { isForSettingUp = false } = closest.rule
  return { rule: toRule(closest), isForSettingUp, subjectId: subjectOf(closest.url, asked, userId) }
}

function isMatch(pattern: string[], asked: string[]) {
  if (pattern.at(-1) === '*') return pattern.slice(0, -1).every((part, place) => part === asked[place])
  return (
    pattern.length === asked.length &&
    pattern.every((part, place) => part === asked[place] || part.startsWith(':'))
  )
}

/** `/users/:id` → `01`: it sorts after `/users/me`, `00`. */
function placeholders(url: string) {
  return segments(url)
    .map(part => (part === '*' ? '2' : part.startsWith(':') ? '1' : '0'))
    .join('')
}

/** The user whom the path names, if it is about one. */
function subjectOf(url: string, asked: string[], userId: number) {
  if (url === '/users/me') return userId
  return url.startsWith('/users/:id') && /^\d{1,15}$/.test(asked[1] ?? '') ? Number(asked[1]) : undefined
}

function segments(path: string) {
  return path.split('/').filter(Boolean)
}

function toRule({ method, url, rule }: Route): RouteRule {
  const { token, scope = null, permission = null } = rule
  return { method, path: url, needsToken: token, scope, permission }
}
