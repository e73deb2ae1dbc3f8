import type { Deps } from '#deps.ts'
import type { Authenticator } from './authenticator.ts'
import { localAuthenticator } from './local.authenticator.ts'

/** In the order in which they are asked about a login. */
export function createAuthenticators(deps: Deps): Authenticator[] {
  return [localAuthenticator(deps)]
}
