import type { Deps } from '#deps.ts'

/** Passkeys are bound to the host of this service, and count on its own pages alone. */
export function relyingParty({ settings }: Deps) {
  const { hostname, origin } = new URL(settings.IDENTITY_URL)
  return { id: hostname, origin }
}

/** EdDSA, ES256 and RS256 (RFC 9053, RFC 8812): every authenticator has one of them. */
export const algorithms = [-8, -7, -257]

/** By which an authenticator tells the accounts of one host apart. */
export function userHandle(userId: number) {
  return new TextEncoder().encode(String(userId))
}
