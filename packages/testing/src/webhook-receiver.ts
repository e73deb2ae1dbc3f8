import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Record<string, unknown>
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** A receiver of webhooks on a real socket; it answers 200, or what `answer` says. */
export async function startReceiver(
  answer: (request: Received) => Answer | Promise<Answer> = () => ({ status: 200 }),
) {
  const received: Received[] = []
  const receiver = { received, answer, url: '' }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url: path = '', headers } = request
    const message = { method, path, headers, text, body: JSON.parse(text || '{}') }
    received.push(message)
    const { status, headers: sent, body } = await receiver.answer(message)
    response.writeHead(status, sent).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return receiver
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>
