import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { getProvider } from '../providers/provider.queries.ts'
import { testSignInProvider } from './provider-test.contract.ts'
import { testProvider } from './test-provider.ts'
import { testSignInAddress } from './test-sign-in.ts'

export function providerTestRoutes(route: Route, deps: Deps) {
  route(testSignInProvider, {}, async ({ actor, params, body, origin }) => {
    const provider = await getProvider(deps.db, params.slug)
    const tested = await testProvider(deps, params.slug, { login: body?.login, language: origin.language })
    return { item: { ...tested, signInUrl: testSignInAddress(deps, provider, actor.id) } }
  })
}
