import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'

type Mood = 'open' | 'broken' | 'nonsense' | 'slow' | 'shut'

/**
 * The identity service's address as the task service knows it; a test may break, slow or shut it, for all or for one
 * path, and count who passes.
 */
export async function openFlakyDoor(port: number) {
  const passed: string[] = []
  let mood: Mood = 'open'
  let moodOfPath: [string, Mood] | undefined
  const door = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    passed.push(`${request.method} ${path}`)
    const met = path === moodOfPath?.[0] ? moodOfPath?.[1] : mood
    if (met === 'shut') request.socket.destroy()
    else if (met === 'broken') response.writeHead(500).end('broken')
    else if (met === 'nonsense') response.end('{"hello":"world"}')
    else if (met === 'open') pass(request, response)
    // A slow one just never answers in time.
  })
  function pass(request: IncomingMessage, response: ServerResponse) {
    const { method, url, headers } = request
    const onward = forward({ port, host: 'localhost', method, path: url, headers }, answer => {
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    request.pipe(onward)
  }
  await new Promise<void>(resolve => door.listen(0, 'localhost', resolve))
  after(() => {
    door.closeAllConnections()
    door.close()
  })
  const { port: own } = door.address() as { port: number }
  return {
    url: `http://localhost:${own}`,
    passed,
    becomes: (next: Mood, path?: string) => {
      if (path === undefined) mood = next
      moodOfPath = path === undefined ? undefined : [path, next]
    },
  }
}
