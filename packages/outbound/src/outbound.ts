import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { connect, type LookupFunction, type Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { tlsOptionsOf } from './encrypt.ts'
import { createGuard, type OutboundSettings, type Scheme, type Target } from './guard.ts'
import { endpointOf } from './own-addresses.ts'
import { type Resolve, resolveHost } from './resolve.ts'
import { within } from './within.ts'

const CONNECT_MS = 5000
const WHOLE_MS = 15_000
const MAX_BYTES = 64 * 1024

export interface SendOptions {
  method?: Dispatcher.HttpMethod
  headers?: Record<string, string>
  body?: string | Buffer
  /** The limits can be lowered, not raised. */
  connectMs?: number
  wholeMs?: number
  maxBytes?: number
  /** Certificates in PEM that are trusted besides those of Node and NODE_EXTRA_CA_CERTS. */
  certificateAuthority?: string
}

/** The limits of a download, which its caller states. */
export interface DownloadLimits {
  wholeMs: number
  maxBytes: number
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Whether the receiver had more to say than is read. */
  isCut: boolean
}

/** The only way out to an address that a person typed. */
export interface Outbound {
  /** For an address that is being saved in `field`: refuses it as `send` would. */
  check: (address: string, field: string, scheme?: Scheme) => Promise<void>
  /** Connects to a checked address only, follows no redirect, and reads no more than the limits allow. */
  send: (address: string, options?: SendOptions) => Promise<Answer>
  /** Sends like `send`, for jobs that read a whole project of another program: its answers are larger, and take longer. */
  download: (address: string, options: SendOptions & DownloadLimits) => Promise<Answer>
  /** The addresses that a connection of another protocol may use; refuses as `send` does. */
  findTarget: (address: string, scheme?: Scheme) => Promise<Target>
  /** Opens a TCP connection to a checked address only, for protocols other than HTTP. The caller ends it. */
  connect: (address: string, scheme?: Scheme) => Promise<Socket>
}

export function openOutbound(settings: OutboundSettings, resolve: Resolve = resolveHost): Outbound {
  const guard = createGuard(settings, host => within(CONNECT_MS, resolve(host), `resolving ${host}`))
  return {
    check: guard.check,
    findTarget: guard.findTarget,
    connect: async (address, scheme) => openSocket(await guard.findTarget(address, scheme)),
    send: (address, options = {}) =>
      exchangeWithin(guard, address, {
        ...options,
        wholeMs: Math.min(options.wholeMs ?? WHOLE_MS, WHOLE_MS),
        maxBytes: Math.min(options.maxBytes ?? MAX_BYTES, MAX_BYTES),
      }),
    download: (address, options) => exchangeWithin(guard, address, options),
  }
}

type Limited = SendOptions & DownloadLimits

function exchangeWithin(guard: ReturnType<typeof createGuard>, address: string, options: Limited) {
  const ended = new AbortController()
  const answer = exchange(guard, address, options, ended.signal)
  return within(options.wholeMs, answer, 'the exchange').finally(() => ended.abort())
}

async function exchange(
  guard: ReturnType<typeof createGuard>,
  address: string,
  options: Limited,
  signal: AbortSignal,
): Promise<Answer> {
  const { url, addresses } = await guard.findTarget(address)
  const { method = 'GET', headers, body, connectMs = CONNECT_MS, maxBytes, certificateAuthority } = options
  const { Client } = await import('undici') // with the first request: most processes never send one
  const client = new Client(url.origin, {
    allowH2: false,
    connect: {
      timeout: Math.min(connectMs, CONNECT_MS),
      lookup: pinTo(addresses),
      ...(certificateAuthority && { ca: tlsOptionsOf(url.hostname, certificateAuthority).ca }),
    },
  })
  try {
    const path = url.pathname + url.search
    const answer = await client.request({
      method,
      path,
      headers: { 'user-agent': 'Atrium', ...headers },
      body,
      signal,
    })
    const read = await readBody(answer.body, maxBytes)
    return { status: answer.statusCode, headers: answer.headers, ...read }
  } finally {
    await client.destroy()
  }
}

async function openSocket({ url, addresses }: Target): Promise<Socket> {
  const { host, port } = endpointOf(url)
  const socket = connect({ host, port, lookup: pinTo(addresses) })
  try {
    await within(CONNECT_MS, once(socket, 'connect'), `connecting to ${host}`)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    socket.on('error', () => {}) // until the caller listens, a broken connection must not end the process
  }
}

/** Answers with the checked addresses, so that no second resolution can lead elsewhere. */
function pinTo(addresses: LookupAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses
    if (all || !first) return callback(null, addresses)
    callback(null, first.address, first.family)
  }
}

async function readBody(body: AsyncIterable<Buffer>, maxBytes: number) {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  return { body: Buffer.concat(chunks).subarray(0, maxBytes), isCut: size > maxBytes }
}
