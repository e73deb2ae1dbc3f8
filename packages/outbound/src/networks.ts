import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A network, with the text that names it. */
export interface Network {
  cidr: string
  contains: (address: Address) => boolean
}

/** The address in its plain form: `::ffff:10.0.0.1` is 10.0.0.1, which is where a connection to it goes. */
export function addressOf(text: string): Address {
  return ipaddr.process(text)
}

/** Takes `10.0.0.0/8` or a single address; bits after the prefix are ignored. */
export function networkOf(text: string): Network {
  const [start = '', bits] = text.split('/')
  const first = addressOf(start)
  const prefix = bits === undefined ? first.toByteArray().length * 8 : Number(bits)
  return {
    cidr: text,
    contains: address => address.kind() === first.kind() && matches(address, first, prefix),
  }
}

function matches(address: Address, first: Address, prefix: number) {
  return (address as ipaddr.IPv6).match(first as ipaddr.IPv6, prefix)
}

/**
 * Networks that are not part of the public internet, by the special-purpose registries of IANA (RFC 6890), from the most
 * specific to the rest. IPv6 addresses that carry an IPv4 address for a gateway (NAT64, 6to4, Teredo) are among them.
 */
const reserved = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, with the metadata services of clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, with broadcast
  '::/128', // unspecified
  '::1/128', // loopback
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48', // NAT64 for local use
  '100::/64', // discard
  '2001::/32', // Teredo
  '2001::/23', // protocol assignments, with benchmarking and ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
  'fc00::/7', // unique local
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
  '::/3', // everything that is not 2000::/3, global unicast
  '4000::/2',
  '8000::/1',
].map(networkOf)

export function findReservedNetwork(address: Address) {
  return reserved.find(network => network.contains(address))
}

const translated = networkOf('64:ff9b::/96')

/** A NAT64 gateway passes packets on to the IPv4 address in the last four bytes, so both count. */
export function formsOf(address: Address): Address[] {
  if (!translated.contains(address)) return [address]
  return [address, new ipaddr.IPv4(address.toByteArray().slice(-4))]
}

const loopback = ['127.0.0.0/8', '::1/128', '0.0.0.0/8', '::/128'].map(networkOf)

export function isLoopback(address: Address) {
  return loopback.some(network => network.contains(address))
}
