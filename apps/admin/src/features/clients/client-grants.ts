import { type ClientRecord, DEVICE_CODE } from '@atrium/identity/oauth/clients/client.contract'

/** The grant types by the names that the server uses, the most common first. */
export const grants = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  DEVICE_CODE,
  'password',
] as const

export function grantsOf({ grantTypes }: Pick<ClientRecord, 'grantTypes'>) {
  const given = grantTypes.split(' ')
  return grants.filter(grant => given.includes(grant))
}

/** The last part of the name, which the texts are stored under. */
export function grantKey(grant: (typeof grants)[number]) {
  return grant === DEVICE_CODE ? 'device_code' : grant
}
