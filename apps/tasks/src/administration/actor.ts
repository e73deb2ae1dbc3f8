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
}

export function isAdmin({ roles }: Actor) {
  return roles.includes('admin')
}
