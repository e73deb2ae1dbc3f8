/** The local user who acts. */
export interface Actor {
  id: number
  passportId: number
  roles: string[]
  permissions: ReadonlySet<string>
  /** What a token of another application allows; with one of our own client, nothing is limited. */
  grant?: Grant
}

export interface Grant {
  scopes: readonly string[]
  /** The name of the application, for the activity. */
  application: string | null
  /** The projects that a personal access token is limited to; null for all of the user's. */
  projectIds: readonly number[] | null
}

/** Whether the actor's token is good for the project. */
export function isWithinToken({ grant }: Pick<Actor, 'grant'>, projectId: number | null) {
  if (!grant?.projectIds) return true
  return projectId !== null && grant.projectIds.includes(projectId)
}

/** The projects that a query is limited to; undefined for no limit. */
export function tokenProjects({ grant }: Pick<Actor, 'grant'>): number[] | undefined {
  return grant?.projectIds ? [...grant.projectIds] : undefined
}

export function isAdmin({ roles }: Actor) {
  return roles.includes('admin')
}
