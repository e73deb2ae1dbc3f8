import type { RouteRule } from '@atrium/identity/access-control/explanation/explanation.contract'
import type en from '@atrium/texts/en/admin/access'
import type { TFunction } from 'i18next'
import { permissionTitle } from '../../data/permission-title.ts'

type Chapter = keyof typeof en.explanation.chapters
type Verb = keyof typeof en.explanation.verbs

export function chapterOf({ path }: RouteRule, t: TFunction) {
  const first = path.split('/')[1] as Chapter
  return t(`access.explanation.chapters.${first}`, { defaultValue: t('access.explanation.chapters.other') })
}

/** What the route requires, in plain words. */
export function needOf({ permission, needsToken }: RouteRule, t: TFunction) {
  if (!needsToken) return t('access.explanation.open')
  if (!permission) return t('access.explanation.anyToken')
  return permissionTitles(permission, t)
}

export function permissionTitles(permission: string, t: TFunction) {
  const names = permission.split(' or ')
  const titles = names.map(name => t('access.explanation.quoted', { title: permissionTitle(t, { name }) }))
  return titles.join(` ${t('access.explanation.or')} `)
}

/** The text that a search for routes matches. */
export function wordsOf(rule: RouteRule, t: TFunction) {
  const verb = t(`access.explanation.verbs.${rule.method as Verb}`, { defaultValue: '' })
  const words = [
    rule.method,
    rule.path,
    verb,
    chapterOf(rule, t),
    needOf(rule, t),
    rule.permission,
    rule.scope,
  ]
  return words.join(' ').toLowerCase()
}

const placeholder = '/users/:id'

/** The route that a path belongs to: `/users/5/export` → `/users/:id/export`. */
export function routeOf(path: string) {
  return path.replace(/^\/users\/\d+(?=\/|$)/, placeholder)
}

/** The user that the path is about, if any. */
export function subjectOf(path: string) {
  const [, id] = /^\/users\/(\d+)(?:\/|$)/.exec(path) ?? []
  return id === undefined ? undefined : Number(id)
}

export function isAboutUser(path: string) {
  return routeOf(path).startsWith(placeholder)
}

export function withSubject(path: string, userId: number | undefined) {
  const route = routeOf(path)
  return userId === undefined ? route : route.replace(placeholder, `/users/${userId}`)
}
