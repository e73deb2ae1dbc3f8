import type { Deps } from '#deps.ts'
import { githubProvider } from './github.provider.ts'
import { openIdProvider } from './openid.provider.ts'
import type { StoredProvider } from './provider.queries.ts'
import type { UpstreamProvider } from './upstream-provider.ts'

/** Undefined for directories, whose users sign in with the form. */
export function connectUpstream(deps: Deps, provider: StoredProvider): UpstreamProvider | undefined {
  if (provider.kind === 'oidc') return openIdProvider(deps, provider)
  return provider.kind === 'github' ? githubProvider(deps, provider) : undefined
}
