/** The local user who acts. */
export interface Actor {
  id: number
  passportId: number
  permissions: ReadonlySet<string>
}
