const placeholder = '/users/:id'

/** The route that a path belongs to: `/users/5/export` → `/users/:id/export`. */
export function routeOf(path: string) {
  return path.replace(/^\/users\/\d+(?=\/|$)/, placeholder)
}

/** Upon whom, if the path says so. */
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
