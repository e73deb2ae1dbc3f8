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
  /** Set if it has been used as an agent. */
  agent?: ActingAgent
}

/** Who acts for the user with this grant, in one call. */
export interface ActingAgent {
  id: number
  /** Whether its changes wait for the user. */
  mode: AgentMode
  /** The call, by which its changes can be undone. */
  cause: string
}

export type AgentMode = 'acts' | 'proposes'

/** Whether the actor's token is good for the project. */
export function isWithinToken({ grant }: Pick<Actor, 'grant'>, projectId: number | null) {
  if (!grant?.projectIds) return true
  return projectId !== null && grant.projectIds.includes(projectId)
}

/** The projects that a query is limited to; undefined for no limit. */
export function tokenProjects({ grant }: Pick<Actor, 'grant'>): number[] | undefined {
  return grant?.projectIds ? [...grant.projectIds] : undefined
}

/** What activity says about how a change was made. */
export function originOf({ grant }: Pick<Actor, 'grant'>) {
  const { application = null, agent } = grant ?? {}
  return { application, ...(agent && { agentId: agent.id, cause: agent.cause }) }
}

export function isAdmin({ roles }: Actor) {
  return roles.includes('admin')
}
