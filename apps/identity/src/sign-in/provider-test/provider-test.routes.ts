import type { Deps } from '#deps.ts'
import type { Route } from '#route.ts'
import { testSignInProvider } from './provider-test.contract.ts'
import { testProvider } from './test-provider.ts'

export function providerTestRoutes(route: Route, deps: Deps) {
  route(testSignInProvider, {}, async ({ params, body, origin }) => ({
    item: await testProvider(deps, params.slug, { login: body?.login, language: origin.language }),
  }))
}
