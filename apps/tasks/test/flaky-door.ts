import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'

type Mood = 'open' | 'broken' | 'nonsense' | 'slow' | 'shut'

interface Hold {
  call: string
  part: 'request' | 'answer'
  hasCome: () => void
  released: Promise<void>
}

/**
 * The identity service's address as the task service knows it; a test may break, slow or shut it, for all or for one
 * path, hold a call, and count who passes.
 */
export async function openFlakyDoor(port: number) {
  const passed: string[] = []
  const holds: Hold[] = []
  let mood: Mood = 'open'
  let moodOfPath: [string, Mood] | undefined
  const door = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    const call = `${request.method} ${path}`
    passed.push(call)
    const hold = takeHold(call)
    if (hold?.part === 'request') {
      hold.hasCome()
      await hold.released
    }
    const met = path === moodOfPath?.[0] ? moodOfPath?.[1] : mood
    if (met === 'shut') request.socket.destroy()
    else if (met === 'broken') response.writeHead(500).end('broken')
    else if (met === 'nonsense') response.end('{"hello":"world"}')
    else if (met === 'open') pass(request, response, hold)
    // A slow one just never answers in time.
  })
  function takeHold(call: string) {
    const index = holds.findIndex(hold => hold.call === call)
    return index < 0 ? undefined : holds.splice(index, 1)[0]
  }
  function pass(request: IncomingMessage, response: ServerResponse, hold?: Hold) {
    const { method, url, headers } = request
    const onward = forward({ port, host: 'localhost', method, path: url, headers }, async answer => {
      if (hold?.part === 'answer') {
        hold.hasCome()
        await hold.released
      }
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
    /** The next such call waits at the door, on its way in or on its way back, until it is released. */
    hold: (call: string, part: Hold['part']) => {
      const { promise: come, resolve: hasCome } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      holds.push({ call, part, hasCome, released })
      return { come, release }
    },
  }
}
