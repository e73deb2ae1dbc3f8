import { pageOf } from '@atrium/core/paging'
import { viewerOf } from '#administration/directory.ts'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './member.commands.ts'
import { addMember, listMembers, removeMember, updateMemberRole } from './member.contract.ts'
import * as queries from './member.queries.ts'
import { projectRecord } from './record-access.queries.ts'

export function memberRoutes(route: Route, deps: Deps) {
  route(listMembers, { record: projectRecord }, ({ actor, params, query }) =>
    queries.listMembers(deps.db, viewerOf(actor, deps), params.id, query, pageOf(query)),
  )

  route(addMember, { record: projectRecord }, async ({ actor, params, body }) => ({
    item: await commands.addMember(deps, actor, params.id, body),
  }))

  route(updateMemberRole, { record: projectRecord }, async ({ actor, params, body }) => ({
    item: await commands.updateMemberRole(deps, actor, params.id, { userId: params.userId, ...body }),
  }))

  route(removeMember, { record: projectRecord }, async ({ actor, params }) => {
    await commands.removeMember(deps, actor, params.id, params.userId)
    return { message: 'Member removed' }
  })
}
