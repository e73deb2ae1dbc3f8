import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'

export interface Asked {
  method: string
  /** With the query. */
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** JSON, or a status with headers, or bytes. */
export type Reply =
  | { json: unknown }
  | { bytes: string | Buffer }
  | { status: number; headers?: Record<string, string>; text?: string }

/** A program at an address of its own, until the end of the test file. Returns the address and what has been asked. */
export async function answeringServer(answer: (asked: Asked) => Reply | Promise<Reply>) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: await text(request) }
    asked.push(one)
    const reply = await answer(one)
    if ('json' in reply)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(reply.json))
    else if ('bytes' in reply) response.end(reply.bytes)
    else response.writeHead(reply.status, reply.headers).end(reply.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
