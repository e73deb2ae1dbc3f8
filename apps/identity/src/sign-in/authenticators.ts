import type { Deps } from '#deps.ts'
import type { Authenticator } from './authenticators/authenticator.ts'
import { localAuthenticator } from './authenticators/local.authenticator.ts'
import { directoryAuthenticator } from './directories/directory.authenticator.ts'

/** In the order in which they are asked about a login. */
export function createAuthenticators(deps: Deps): Authenticator[] {
  return [localAuthenticator(deps), directoryAuthenticator(deps)]
}
