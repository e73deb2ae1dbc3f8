import type { TFunction } from 'i18next'
import { permissionTitle } from '../../data/permission-title.ts'

/** The permissions of a route, any of which suffices. */
export function permissionTitles(permission: string, t: TFunction) {
  const names = permission.split(' or ')
  const titles = names.map(name => t('access.explanation.quoted', { title: permissionTitle(t, { name }) }))
  return titles.join(` ${t('access.explanation.or')} `)
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
