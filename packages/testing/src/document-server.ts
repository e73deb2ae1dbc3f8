import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { selfSign } from './self-signed.ts'

const DAY_MS = 86_400_000

interface Published {
  status?: number
  type?: string
  cacheControl?: string
  location?: string
  /** The document, or what is there instead. */
  body?: unknown
}

/** A site that publishes documents over TLS, under paths that a test names. */
export async function startDocumentServer() {
  const now = Date.now()
  const certificate = selfSign('localhost', new Date(now - DAY_MS), new Date(now + DAY_MS))
  const authorities = getCACertificates('default')
  setDefaultCACertificates([...authorities, certificate.cert])
  const published = new Map<string, Published>()
  const heard: string[] = []
  const server = createServer(certificate, (request, response) => {
    heard.push(request.url ?? '')
    const {
      status = 200,
      type = 'application/json',
      ...more
    } = published.get(request.url ?? '') ?? {
      status: 404,
    }
    response.writeHead(status, {
      'content-type': type,
      ...(more.cacheControl && { 'cache-control': more.cacheControl }),
      ...(more.location && { location: more.location }),
    })
    response.end(typeof more.body === 'string' ? more.body : JSON.stringify(more.body ?? {}))
  })
  server.listen(0)
  await once(server, 'listening')
  after(() => {
    server.close()
    setDefaultCACertificates(authorities)
  })
  const { port } = server.address() as AddressInfo
  const addressOf = (path: string) => `https://localhost:${port}${path}`

  /** Publishes a document, with what is given instead of the usual; returns its address. */
  function publish(path: string, fields: Record<string, unknown> = {}, answer: Published = {}) {
    const body = {
      client_id: addressOf(path),
      client_name: 'Helpful agent',
      redirect_uris: ['http://127.0.0.1/callback', 'https://agent.example.org/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...fields,
    }
    published.set(path, { body, ...answer })
    return addressOf(path)
  }

  return { host: `localhost:${port}`, port, addressOf, publish, published, heard, stop: () => server.close() }
}
