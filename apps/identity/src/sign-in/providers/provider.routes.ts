import { pageReply } from '@atrium/core/paging'
import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import * as commands from './provider.commands.ts'
import * as contracts from './provider.contract.ts'
import { getProvider, listProviders } from './provider.queries.ts'

export function providerRoutes(route: Route, deps: Deps) {
  const { db } = deps

  route(contracts.listSignInProviders, {}, async ({ query }) => {
    const providers = await listProviders(db)
    return pageReply(
      providers.map(provider => commands.toRecord(deps, provider)),
      query,
    )
  })

  route(contracts.createSignInProvider, {}, async ({ actor, body }) => ({
    item: await commands.createProvider(deps, actor, body),
  }))

  route(contracts.getSignInProvider, {}, async ({ params }) => ({
    item: commands.toRecord(deps, await getProvider(db, params.slug)),
  }))

  route(contracts.updateSignInProvider, {}, async ({ actor, params, body }) => ({
    item: await commands.updateProvider(deps, actor, params.slug, body),
  }))

  route(contracts.deleteSignInProvider, {}, async ({ actor, params }) => {
    await commands.deleteProvider(deps, actor, params.slug)
    return { message: 'Sign-in provider removed' }
  })
}
