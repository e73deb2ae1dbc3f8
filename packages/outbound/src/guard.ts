import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { listOf } from '@atrium/core/formats'
import { type Address, addressOf, findReservedNetwork, formsOf, networkOf } from './networks.ts'
import { OutboundAddressRefused, type Refusal } from './outbound.errors.ts'
import { createOwnAddresses, endpointOf, type OwnSettings } from './own-addresses.ts'
import type { Resolve } from './resolve.ts'

export interface OutboundSettings extends OwnSettings {
  /** Networks and host names, separated by commas, that are allowed although they are internal. */
  OUTBOUND_ALLOW?: string
}

/** A checked URL with all addresses that a connection to it may use. */
export interface Target {
  url: URL
  addresses: LookupAddress[]
}

/** What the address is for: `http` also allows https, `ldap` also ldaps. */
export type Scheme = 'http' | 'ldap'

const schemes = { http: /^https?:$/, ldap: /^ldaps?:$/ }

interface Typed {
  /** Where the address was typed. */
  field?: string
  scheme?: Scheme | undefined
}

export function createGuard({ OUTBOUND_ALLOW, ...own }: OutboundSettings, resolve: Resolve) {
  const entries = listOf(OUTBOUND_ALLOW)
  const networks = entries.filter(entry => isIP(entry.split('/')[0] ?? '')).map(networkOf)
  const names = entries.map(entry => entry.toLowerCase().replace(/\.$/, ''))
  const ownAddresses = createOwnAddresses(own, resolve)
  const isAllowed = (address: Address) => networks.some(network => network.contains(address))

  async function findProblem(url: URL, address: Address): Promise<Refusal | undefined> {
    const { host, port } = endpointOf(url)
    if (await ownAddresses.hasAddress(address, port)) return { why: 'own_address' }
    if (names.includes(host)) return undefined
    const isListed = isAllowed(address)
    for (const form of formsOf(address)) {
      const network = isAllowed(form) ? undefined : findReservedNetwork(form)
      if (network) return { why: 'reserved_network', network: network.cidr }
    }
    return url.protocol === 'http:' && !isListed ? { why: 'plain_http' } : undefined
  }

  /** What can be said without asking a name server. */
  function parse(text: string, { field, scheme = 'http' }: Typed = {}) {
    if (!URL.canParse(text)) throw new OutboundAddressRefused({ host: text, why: 'malformed' }, field)
    const url = new URL(text)
    const refuse = (refusal: Refusal): never => {
      throw new OutboundAddressRefused({ host: url.host, ...refusal }, field)
    }
    if (!schemes[scheme].test(url.protocol) || !url.hostname) refuse({ why: 'malformed' })
    if (url.username || url.password) refuse({ why: 'user_info' })
    if (ownAddresses.hasName(endpointOf(url))) refuse({ why: 'own_address' })
    return { url, refuse }
  }

  async function judge({ url, refuse }: ReturnType<typeof parse>): Promise<Target> {
    const addresses = await resolve(endpointOf(url).host)
    for (const { address } of addresses) {
      const problem = await findProblem(url, addressOf(address))
      if (problem) refuse(problem)
    }
    return { url, addresses }
  }

  return {
    findTarget: async (text: string, scheme?: Scheme) => judge(parse(text, { scheme })),

    /** A name that nobody can resolve now is accepted: it is judged again before anything is sent. */
    check: async (text: string, field: string, scheme?: Scheme) => {
      const parsed = parse(text, { field, scheme })
      try {
        await judge(parsed)
      } catch (error) {
        if (error instanceof OutboundAddressRefused) throw error
        const { host } = endpointOf(parsed.url)
        if (parsed.url.protocol === 'http:' && !names.includes(host)) parsed.refuse({ why: 'plain_http' })
      }
    },
  }
}
