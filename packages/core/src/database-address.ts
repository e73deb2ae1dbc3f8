import { StartRefused } from './errors.ts'

/** Values of libpq's `target_session_attrs`, and the kind of server they ask for. */
const TARGETS = {
  any: 'any',
  'read-write': 'primary',
  primary: 'primary',
  'read-only': 'standby',
  standby: 'standby',
} as const

export interface DatabaseAddress {
  /** One address per server, in the given order. */
  urls: string[]
  target: (typeof TARGETS)[keyof typeof TARGETS]
  /** For a new connection: libpq's `connect_timeout`. */
  connectTimeoutMs: number
}

const CONNECT_TIMEOUT_SECONDS = 5

const ADDRESS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/
const HOST = /^(\[[\da-f:.%]+\]|[^[\]:@\s]+)(?::(\d{1,5}))?$/i

/**
 * Reads an address that may name several servers, as libpq does: `postgres://user@db1:5432,db2:5432/atrium`, or
 * `?host=/run/db1,/run/db2` for sockets. Unless it says otherwise, the one that accepts writes is meant.
 */
export function readDatabaseAddress(address: string): DatabaseAddress {
  const [, scheme, user = '', authority = '', path, query = ''] = address.match(ADDRESS) ?? []
  if (!scheme) throw new StartRefused('The address of a database must be a postgres:// address.')
  const parameters = new URLSearchParams(query)
  const connectTimeoutMs = readConnectTimeout(parameters) * 1000
  const wanted = parameters.get('target_session_attrs')
  const listed = parameters.get('host')?.includes(',')
  if (!authority.includes(',') && !listed && wanted === null)
    return { urls: [address], target: 'any', connectTimeoutMs }

  const target = readTarget(wanted ?? 'read-write')
  parameters.delete('target_session_attrs')
  if (listed)
    return { urls: socketUrls(`${scheme}${user}localhost${path}`, parameters), target, connectTimeoutMs }
  const rest = `${path}${parameters.size > 0 ? `?${parameters}` : ''}`
  const urls = authority.split(',').map(host => `${scheme}${user}${checkHost(host)}${rest}`)
  return { urls, target, connectTimeoutMs }
}

export function isDatabaseAddress(text: string) {
  try {
    readDatabaseAddress(text)
    return true
  } catch {
    return false
  }
}

function readTarget(wanted: string) {
  if (Object.hasOwn(TARGETS, wanted)) return TARGETS[wanted as keyof typeof TARGETS]
  const known = Object.keys(TARGETS).join(', ')
  throw new StartRefused(`target_session_attrs of a database address must be one of: ${known}.`)
}

function readConnectTimeout(parameters: URLSearchParams) {
  const text = parameters.get('connect_timeout') ?? String(CONNECT_TIMEOUT_SECONDS)
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new StartRefused(
    `connect_timeout of a database address must be whole seconds from 1 to 9999; "${text}" is not.`,
  )
}

/** Without the address in the message, which contains the password. */
function checkHost(host: string) {
  const [, name, port = '5432'] = host.match(HOST) ?? []
  if (name && Number(port) >= 1 && Number(port) <= 65535) return host
  throw new StartRefused(
    `Each host of a database address must be HOST or HOST:PORT, as in postgres://USER:PASSWORD@db1:5432,db2:5432/DATABASE; "${host}" is not.`,
  )
}

function socketUrls(base: string, parameters: URLSearchParams) {
  const hosts = (parameters.get('host') ?? '').split(',')
  const ports = (parameters.get('port') ?? '5432').split(',')
  if (hosts.includes('') || ![1, hosts.length].includes(ports.length))
    throw new StartRefused(
      'host= of a database address must name each host, and port= one port or one for each.',
    )
  return hosts.map((host, index) => {
    const own = new URLSearchParams(parameters)
    own.set('host', host)
    own.set('port', ports[index] ?? ports[0] ?? '5432')
    return `${base}?${own}`
  })
}
