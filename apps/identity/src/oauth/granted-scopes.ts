import { parseScopes } from '#access-control/scopes.contract.ts'
import { OAuthError } from './oauth-error.ts'

/** The scopes asked for, or all that are allowed when none is named. */
export function grantedScopes(allowed: string, asked: string | undefined): string[] {
  const allowedScopes = parseScopes(allowed)
  if (!asked?.trim()) return allowedScopes
  const scopes = parseScopes(asked)
  const refused = scopes.filter(scope => !allowedScopes.includes(scope))
  if (refused.length > 0) throw new OAuthError('invalid_scope', `Not allowed here: ${refused.join(' ')}`)
  return scopes
}
