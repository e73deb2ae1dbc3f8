/** Registered URIs, one per line. */
export function registeredRedirects({ redirectUri }: { redirectUri: string | null }) {
  return (redirectUri ?? '').split(/\s+/).filter(Boolean)
}

/** Character for character; a native application on the same machine can listen on any port (RFC 8252 §7.3). */
export function isRegisteredRedirect(
  client: { redirectUri: string | null; isPublic: boolean },
  redirectUri: string,
) {
  const registered = registeredRedirects(client)
  if (registered.includes(redirectUri)) return true
  return (
    client.isPublic &&
    URL.canParse(redirectUri) && // the port can still be invalid
    registered.some(each => isLoopback(each) && withoutPort(each) === withoutPort(redirectUri))
  )
}

/**
 * Absolute, without wildcard or fragment, and encrypted unless it stays on the machine (RFC 9700 §2.1, §2.6) or leads to a
 * host that the console allows without encryption.
 */
export function findRedirectUriProblem(address: string, httpHosts: readonly string[] = []) {
  if (!URL.canParse(address) || /[\s*#\p{Cc}]/u.test(address)) return 'redirect_uri_malformed'
  const { protocol, host, hostname } = new URL(address)
  const isAllowed = httpHosts.includes(hostname) || httpHosts.includes(host)
  if (isUnencrypted(address) && !isAllowed) return 'redirect_uri_not_https'
  return /^(javascript|data|vbscript|file|blob):/.test(protocol)
    ? 'redirect_uri_scheme_not_allowed'
    : undefined
}

/** Whether what is sent to the address can be read on the way. */
export function isUnencrypted(address: string) {
  return URL.canParse(address) && new URL(address).protocol === 'http:' && !isLoopback(address)
}

/** Whether the address leads to a program on the same machine. */
export function isLoopback(address: string) {
  return /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d+)?([/?]|$)/.test(address)
}

function withoutPort(address: string) {
  return address.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d+(?=[/?]|$)/, '$1')
}

/** A form's redirect must be allowed by the policy too: an origin, or the scheme of a native application. */
export function sourceOf(redirectUri: string) {
  const { protocol, origin } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}
