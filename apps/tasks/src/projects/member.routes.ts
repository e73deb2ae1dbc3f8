import { pageOf } from '@atrium/core/paging'
import { IdParams, Item, List, Message } from '@atrium/core/schema'
import type { App } from '@atrium/http/create-app'
import { actorOf, inProject } from '#access.ts'
import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import { addMember } from './add-member.ts'
import { changeMemberRole } from './change-member-role.ts'
import { Member, MemberFilters, MemberParams, MemberRoleChange, NewMember } from './member.contract.ts'
import { listMembers } from './member.queries.ts'
import { findProjectPlace } from './place.queries.ts'
import { removeMember } from './remove-member.ts'

export function memberRoutes(app: App, deps: Deps) {
  const { db } = deps
  const findPlace = (userId: number, id: number) => findProjectPlace(db, userId, id)
  const reads = { config: { access: inProject('project.read', 'Project', findPlace) } }
  const writes = { config: { access: inProject('member.write', 'Project', findPlace) } }
  const leaves = { config: { access: inProject('member.leave', 'Project', findPlace) } }
  const tags = ['Members']

  app.get(
    '/project/:id/member',
    {
      ...reads,
      schema: {
        tags,
        summary: 'List members',
        description:
          'The members of the project with their roles. Filter by `role`, or `search` by words of the name in any order.',
        params: IdParams,
        querystring: MemberFilters,
        response: { 200: List(Member) },
      },
    },
    request => {
      const { params, query } = request
      return listMembers(db, viewerOf(actorOf(request), deps), params.id, query, pageOf(query))
    },
  )

  app.post(
    '/project/:id/member',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Add a member',
        description:
          'Adds an existing user. 404 for an unknown user, 409 for a member. To add someone by email address, send an invitation.',
        params: IdParams,
        body: NewMember,
        response: { 200: Item(Member) },
      },
    },
    async request => ({ item: await addMember(deps, actorOf(request), request.params.id, request.body) }),
  )

  app.put(
    '/project/:id/member/:userId/role',
    {
      ...writes,
      schema: {
        tags,
        summary: 'Change the role of a member',
        description:
          'You cannot assign a role above your own. Assigning `owner` hands over the ownership: you become a manager.',
        params: MemberParams,
        body: MemberRoleChange,
        response: { 200: Item(Member) },
      },
    },
    async request => {
      const { id, userId } = request.params
      return { item: await changeMemberRole(deps, actorOf(request), id, { userId, ...request.body }) }
    },
  )

  app.delete(
    '/project/:id/member/:userId',
    {
      ...leaves,
      schema: {
        tags,
        summary: 'Remove a member',
        description:
          'Members can remove themselves; managers can remove others. Their open tasks are unassigned and their timers in the project stop. The owner cannot be removed.',
        params: MemberParams,
        response: { 200: Message },
      },
    },
    async request => {
      const { id, userId } = request.params
      await removeMember(deps, actorOf(request), id, userId)
      return { message: 'The member was removed' }
    },
  )
}
