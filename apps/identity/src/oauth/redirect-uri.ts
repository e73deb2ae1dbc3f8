import type { Client } from './client.queries.ts'

/** Registered addresses, one a line. */
export function registeredRedirects({ redirectUri }: Pick<Client, 'redirectUri'>) {
  return (redirectUri ?? '').split(/\s+/).filter(Boolean)
}

/** Character by character; a native application on this machine may listen on any port (RFC 8252 §7.3). */
export function isRegisteredRedirect(client: Client, redirectUri: string) {
  const registered = registeredRedirects(client)
  if (registered.includes(redirectUri)) return true
  return (
    client.isPublic &&
    URL.canParse(redirectUri) && // the port has yet to be one
    registered.some(each => isLoopback(each) && withoutPort(each) === withoutPort(redirectUri))
  )
}

export function isLoopback(address: string) {
  return /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?([/?]|$)/.test(address)
}

function withoutPort(address: string) {
  return address.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(?=[/?]|$)/, '$1')
}
