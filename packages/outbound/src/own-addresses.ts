import { networkInterfaces } from 'node:os'
import { type Address, addressOf, isLoopback } from './networks.ts'
import type { Resolve } from './resolve.ts'

/** Where both services listen, and the addresses that they are known by. */
export interface OwnSettings {
  IDENTITY_PORT: number
  TASKS_PORT: number
  IDENTITY_URL: string
  TASKS_URL?: string
  IDENTITY_INTERNAL_URL?: string
  TASKS_INTERNAL_URL?: string
}

interface Endpoint {
  host: string
  port: number
}

/** Ports of reverse proxies, which serve other names at the same address. */
const SHARED_PORTS = [80, 443]

export function createOwnAddresses(settings: OwnSettings, resolve: Resolve) {
  const ports = [settings.IDENTITY_PORT, settings.TASKS_PORT]
  const endpoints = [
    settings.IDENTITY_URL,
    settings.TASKS_URL,
    settings.IDENTITY_INTERNAL_URL,
    settings.TASKS_INTERNAL_URL,
  ].flatMap(url => (url ? [endpointOf(new URL(url))] : []))

  /** Resolves again each time: the other service may have moved. */
  async function addressesAt(port: number) {
    const hosts = endpoints.filter(each => each.port === port && !SHARED_PORTS.includes(port))
    const answers = await Promise.allSettled(hosts.map(({ host }) => resolve(host)))
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  }

  return {
    hasName: ({ host, port }: Endpoint) => endpoints.some(each => each.host === host && each.port === port),
    hasAddress: async (address: Address, port: number) => {
      if (ports.includes(port) && isOnThisMachine(address)) return true
      const own = await addressesAt(port)
      return own.some(each => isSame(addressOf(each.address), address))
    },
  }
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'ldap:': 389, 'ldaps:': 636 }

/** The host in the form in which names are compared, and the port even if it is the default. */
export function endpointOf({ protocol, hostname, port }: URL): Endpoint {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  return { host, port: Number(port) || (defaultPorts[protocol] ?? 443) }
}

function isOnThisMachine(address: Address) {
  if (isLoopback(address)) return true
  const own = Object.values(networkInterfaces()).flatMap(each => each ?? [])
  return own.some(each => isSame(addressOf(each.address), address))
}

function isSame(one: Address, other: Address) {
  return one.toNormalizedString() === other.toNormalizedString()
}
