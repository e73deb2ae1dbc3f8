import { pageReply } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { pathUser, type Route } from '#route.ts'
import * as credentials from '#users/credentials.queries.ts'
import { getUser } from '#users/user.queries.ts'
import * as commands from './passkey.commands.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey, startPasskey } from './passkey.contract.ts'

export function passkeyRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(listPasskeys, { subject: pathUser }, async ({ params, query }) => {
    const { id } = await getUser(db, params.id)
    return pageReply(await credentials.listPasskeys(db, id), query)
  })

  route(startPasskey, { subject: pathUser }, async ({ actor, params, body }) => ({
    item: await commands.startPasskey(deps, actor, params.id, body.currentPassword),
  }))

  route(addPasskey, { subject: pathUser }, async ({ actor, params, body, origin }) => {
    const input = { ...body, language: origin.language }
    return { item: await commands.addPasskey(deps, actor, params.id, input) }
  })

  route(renamePasskey, { subject: pathUser }, async ({ actor, params, body }) => ({
    item: await commands.renamePasskey(deps, actor, params, body.name),
  }))

  route(removePasskey, { subject: pathUser }, async ({ actor, params, origin }) => {
    await commands.removePasskey(deps, actor, { ...params, language: origin.language })
    return { message: 'Passkey removed' }
  })
}
