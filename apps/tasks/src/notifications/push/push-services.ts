import { isIP } from 'node:net'
import { listOf } from '@atrium/core/formats'
import { addressOf, networkOf } from '@atrium/outbound/networks'

/** The push services of Chrome and Edge, Firefox, Safari, and older Edge. */
const known = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /^web\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

/** The browser names the address, so that only push services are accepted, and what `OUTBOUND_ALLOW` names. */
export function isPushService(endpoint: string, { OUTBOUND_ALLOW }: { OUTBOUND_ALLOW?: string | undefined }) {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port } = new URL(endpoint)
  if (protocol === 'https:' && port === '' && known.some(name => name.test(hostname))) return true
  const host = hostname.replace(/^\[|\]$/g, '')
  const entries = listOf(OUTBOUND_ALLOW)
  if (!isIP(host)) return entries.some(entry => entry.toLowerCase() === host)
  const isNetwork = (entry: string) => isIP(entry.split('/')[0] ?? '') > 0
  return entries.filter(isNetwork).some(entry => networkOf(entry).contains(addressOf(host)))
}
