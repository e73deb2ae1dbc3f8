import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_NETWORK = 4

/** Whose address it is: of IPv6 everybody has a whole /64, and could come from another address each time. */
export function networkOf(address: string) {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return 'unknown' // whatever a proxy was told, where every proxy is trusted
  const [bare = ''] = address.split('%') // fe80::1%eth0
  const { hostname } = new URL(`http://[${bare}]`) // spelled in one way
  const written = hostname.slice(1, -1)
  if (written.startsWith('::ffff:')) return written // IPv4 in another dress
  const [head = [], tail = []] = written.split('::').map(half => half.split(':').filter(Boolean))
  const left = Array(GROUPS - head.length - tail.length).fill('0')
  return `${[...head, ...left, ...tail].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}
