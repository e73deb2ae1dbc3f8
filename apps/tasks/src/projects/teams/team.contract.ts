import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { JoiningRole } from '../member.contract.ts'

const Group = Type.Object({
  id: Id,
  name: Type.String(),
  source: Type.String({ description: '`local`, `scim` or the slug of a sign-in provider' }),
})

/** A group of the identity service that has a role in the project. */
export const Team = Type.Object({
  groupId: Id,
  role: JoiningRole,
  addedAt: Instant,
  memberCount: Type.Integer({ description: 'Members who have signed in here; others join when they do' }),
  group: Group,
})
export type Team = Static<typeof Team>

const TeamParams = Type.Object({ id: Id, groupId: Id })
export type TeamParams = Static<typeof TeamParams>

const TeamRole = Body({ role: JoiningRole })

const AvailableGroup = Type.Object({
  ...Group.properties,
  memberCount: Type.Integer({ description: 'All members of the group' }),
})

const contract = contractsOf('Teams')

export const listTeams = contract('listTeams', 'GET /project/:id/group', {
  summary: 'List teams',
  description: 'The groups that have a role in the project, ordered by name.',
  access: inProject('project.read'),
  query: ListQuery,
  reply: List(Team),
})

export const setTeam = contract('setTeam', 'PUT /project/:id/group/:groupId', {
  summary: 'Add a group or change its role',
  description:
    'Every member of the group is a member of the project with this role, from now on and for as long as they are in the group. A member who also has a role of their own has the higher one.',
  access: inProject('member.write'),
  params: TeamParams,
  body: TeamRole,
  reply: Item(Team),
  errors: ['group_not_found', 'personal_project_has_no_members', 'identity_unavailable'],
})

export const removeTeam = contract('removeTeam', 'DELETE /project/:id/group/:groupId', {
  summary: 'Remove a group',
  description:
    'Members of the group lose its role at once. Those without a role of their own or of another group leave the project.',
  access: inProject('member.write'),
  params: TeamParams,
  reply: Message,
  errors: ['team_not_found'],
})

export const listAvailableGroups = contract('listAvailableGroups', 'GET /project/:id/available-group', {
  summary: 'Find groups for a project',
  description:
    'Up to 50 groups of the identity service whose names contain `search`, ordered by name. None for a personal project.',
  access: inProject('member.write'),
  query: Type.Object({
    ...ListQuery.properties,
    search: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: List(AvailableGroup),
  errors: ['identity_unavailable'],
})
