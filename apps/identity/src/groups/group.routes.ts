import { commandAnswers } from '@atrium/http/routes/command-answers'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './group.commands.ts'
import * as contracts from './group.contract.ts'
import * as queries from './group.queries.ts'
import { listGroupMembers } from './group-member.queries.ts'

export function groupRoutes(route: Route, deps: Deps) {
  const { db } = deps
  const { item, message } = commandAnswers(deps)

  route(contracts.listGroups, {}, ({ query }) => queries.listGroups(db, query))

  route(contracts.createGroup, {}, item(commands.createGroup))

  route(contracts.getGroup, {}, async ({ params }) => ({ item: await queries.getGroup(db, params.id) }))

  route(contracts.updateGroup, {}, item(commands.updateGroup))

  route(contracts.deleteGroup, {}, message(commands.deleteGroup, 'Group deleted'))

  route(contracts.listGroupMembers, {}, async ({ params, query }) => {
    await queries.getGroup(db, params.id)
    return listGroupMembers(db, params.id, query)
  })

  route(contracts.addGroupMember, {}, async ({ actor, params }) => ({
    item: await commands.addGroupMember(deps, actor, params),
  }))

  route(contracts.removeGroupMember, {}, async ({ actor, params }) => {
    await commands.removeGroupMember(deps, actor, params)
    return { message: 'Member removed from the group' }
  })

  route(contracts.assignGroupRole, {}, async ({ actor, params }) => ({
    item: await commands.assignGroupRole(deps, actor, params),
  }))

  route(contracts.unassignGroupRole, {}, async ({ actor, params }) => ({
    item: await commands.unassignGroupRole(deps, actor, params),
  }))
}
