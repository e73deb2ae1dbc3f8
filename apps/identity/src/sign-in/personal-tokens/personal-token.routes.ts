import { pageOf, pageReply } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { pathUser, type Route } from '#route.ts'
import { getUser } from '#users/user.queries.ts'
import * as commands from './personal-token.commands.ts'
import * as contracts from './personal-token.contract.ts'
import * as queries from './personal-token.queries.ts'
import { listTasksProjects } from './tasks-projects.ts'

export function personalTokenRoutes(route: Route, deps: Deps) {
  route(contracts.listPersonalTokens, { subject: pathUser }, async ({ params, query }) => {
    const { id } = await getUser(deps.db, params.id)
    const { items, _meta } = await queries.listPersonalTokens(deps.db, id, pageOf(query))
    return { items: items.map(commands.recordOf), _meta }
  })

  route(contracts.createPersonalToken, { subject: pathUser }, async ({ actor, params, body, origin }) => {
    const input = { ...body, language: origin.language }
    return { item: await commands.createPersonalToken(deps, actor, params.id, input) }
  })

  route(contracts.revokePersonalToken, { subject: pathUser }, async ({ actor, params }) => {
    await commands.revokePersonalToken(deps, actor, params.id, params.tokenId)
    return { message: 'Personal access token revoked' }
  })

  route(contracts.listTokenProjects, { subject: pathUser }, async ({ params, query }) =>
    pageReply(await listTasksProjects(deps, params.id), query),
  )
}
