/** The local user who acts. */
export interface Actor {
  id: number
  passportId: number
  roles: string[]
  permissions: ReadonlySet<string>
}

export function isAdmin({ roles }: Actor) {
  return roles.includes('admin')
}
