import type { Subscriber } from '#events.ts'
import { lockProject } from '../project.queries.ts'
import { applyTeams } from './apply-teams.ts'
import { listProjectsByGroups, lockTeamsShared } from './team.queries.ts'

/** Makes new users members of the projects that their groups are teams of. */
export const teamMembers: Subscriber = {
  name: 'team-members',
  onEvent: async (tx, event, { emit }) => {
    if (event.type !== 'UserFirstLoginEvent' && event.type !== 'UserArrived') return
    const { userId } = event
    await lockTeamsShared(tx)
    for (const projectId of await listProjectsByGroups(tx, userId)) {
      await lockProject(tx, projectId)
      await applyTeams(tx, emit, { projectId, actorId: null, userId })
    }
  },
}
