import { pageReply } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import { pathUser, type Route } from '#route.ts'
import { getUser } from '#users/user.queries.ts'
import * as commands from './identity.commands.ts'
import * as contracts from './identity.contract.ts'
import { listLinkedAccounts } from './identity.queries.ts'
import { listProviders } from './provider.queries.ts'

export function identityRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listIdentities, { subject: pathUser }, async ({ params, query }) => {
    const { id } = await getUser(db, params.id)
    return pageReply(await listLinkedAccounts(db, id), query)
  })

  route(contracts.listLinkableProviders, { subject: pathUser }, async ({ params }) => {
    const { id } = await getUser(db, params.id)
    const linked = (await listLinkedAccounts(db, id)).map(({ provider }) => provider)
    const providers = await listProviders(db)
    const isLinkable = ({ kind, isEnabled, slug }: (typeof providers)[number]) =>
      isEnabled && kind !== 'ldap' && !linked.includes(slug)
    return { item: { providers: providers.filter(isLinkable) } }
  })

  route(contracts.startLinking, { subject: pathUser }, async ({ actor, params, body }) => ({
    item: await commands.startLinking(deps, actor, params.id, body),
  }))

  route(contracts.removeIdentity, { subject: pathUser }, async ({ actor, params }) => {
    await commands.removeIdentity(deps, actor, params.id, params.identityId)
    return { message: 'Linked account removed' }
  })
}
