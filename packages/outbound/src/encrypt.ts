import { once } from 'node:events'
import { isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect, getCACertificates, type TLSSocket } from 'node:tls'
import { within } from './within.ts'

const HANDSHAKE_MS = 5000

/** Options for a TLS connection to this host; `certificateAuthority` is PEM that is trusted besides what Node trusts. */
export function tlsOptionsOf(host: string, certificateAuthority?: string | null): ConnectionOptions {
  return {
    host,
    ...(!isIP(host) && { servername: host }),
    ...(certificateAuthority && { ca: [...getCACertificates('default'), certificateAuthority] }),
  }
}

/** Starts TLS on an open connection. It fails unless the certificate is valid, or `options` asks to accept any. */
export async function encrypt(socket: Socket, options: ConnectionOptions): Promise<TLSSocket> {
  const encrypted = connect({ ...options, socket })
  try {
    await within(HANDSHAKE_MS, once(encrypted, 'secureConnect'), 'the TLS handshake')
    return encrypted
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    encrypted.on('error', () => {}) // until the caller listens, a broken connection must not end the process
  }
}
