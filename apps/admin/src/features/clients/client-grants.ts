import type { ClientRecord } from '@atrium/identity/oauth/clients/client.contract'

/** The grant types by the names that the server uses, the most common first. */
export const grants = ['authorization_code', 'refresh_token', 'client_credentials', 'password'] as const

export function grantsOf({ grantTypes }: Pick<ClientRecord, 'grantTypes'>) {
  const given = grantTypes.split(' ')
  return grants.filter(grant => given.includes(grant))
}
