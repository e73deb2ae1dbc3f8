import type { IncomingHttpHeaders } from 'node:http'
import { type Message, RpcError } from './json-rpc.ts'

/** The first one is stateless: every request names its version. The others begin with `initialize`. */
export const MODERN = '2026-07-28'
const legacy = ['2025-11-25', '2025-06-18', '2025-03-26']
export const supportedVersions = [MODERN, ...legacy]

const META = 'io.modelcontextprotocol/'

/** The version that a request is answered in. Throws if its headers and its body contradict each other. */
export function versionOf(headers: IncomingHttpHeaders, { method, params }: Message) {
  const stated = headers['mcp-protocol-version']
  const meta = (params._meta ?? {}) as Record<string, unknown>
  const inBody = meta[`${META}protocolVersion`]
  if (inBody === undefined && method === 'initialize') return legacy[0] as string
  if (inBody !== undefined) requireSame(headers, 'mcp-protocol-version', inBody)
  // Requests without the header are of a client that does not know it yet.
  const version = inBody ?? stated ?? '2025-03-26'
  if (!supportedVersions.includes(String(version))) {
    const data = { supported: supportedVersions, requested: String(version) }
    throw new RpcError('unsupportedVersion', 'Unsupported protocol version', { data })
  }
  if (version === MODERN || inBody !== undefined) checkModern(headers, { method, params }, meta)
  return String(version)
}

/** The version that the client asks for if it is known, otherwise the latest one that begins like this. */
export function negotiatedVersion(requested: unknown) {
  return legacy.includes(String(requested)) ? String(requested) : (legacy[0] as string)
}

/** What proxies read in the headers is what the body says. */
function checkModern(
  headers: IncomingHttpHeaders,
  { method, params }: Pick<Message, 'method' | 'params'>,
  meta: Record<string, unknown>,
) {
  if (meta[`${META}protocolVersion`] === undefined) throw lacking('protocolVersion')
  requireSame(headers, 'mcp-method', method)
  if (method === 'tools/call') requireSame(headers, 'mcp-name', params.name)
  const capabilities = meta[`${META}clientCapabilities`]
  if (typeof capabilities !== 'object' || capabilities === null) throw lacking('clientCapabilities')
}

function lacking(name: string) {
  return new RpcError('invalidParams', `_meta lacks ${META}${name}`)
}

function requireSame(headers: IncomingHttpHeaders, name: string, inBody: unknown) {
  const value = headers[name]
  if (typeof value === 'string' && decoded(value) === inBody) return
  throw new RpcError('headerMismatch', `Header mismatch: ${name} does not match the body`)
}

/** Names that a header cannot hold are sent as Base64. */
function decoded(value: string) {
  const [, encoded] = value.match(/^=\?base64\?(.*)\?=$/) ?? []
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString()
}
