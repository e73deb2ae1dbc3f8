import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'

/** `slow` never answers, `shut` closes the connection, `cut` does so in the middle of an answer. */
type ProxyState = 'open' | 'broken' | 'nonsense' | 'slow' | 'shut' | 'cut'

interface Pause {
  call: string
  part: 'request' | 'answer'
  arrive: () => void
  released: Promise<void>
}

/**
 * The identity service's address as the task service knows it. A test can break, slow down or close it, for all paths
 * or one, pause a call, and count the requests.
 */
export async function openFlakyProxy(port: number, atEnd: (close: () => unknown) => void) {
  const requests: string[] = []
  const pauses: Pause[] = []
  let state: ProxyState = 'open'
  let stateOfPath: [string, ProxyState] | undefined
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0]
    const call = `${request.method} ${path}`
    requests.push(call)
    const pause = takePause(call)
    if (pause?.part === 'request') {
      pause.arrive()
      await pause.released
    }
    const current = path === stateOfPath?.[0] ? stateOfPath?.[1] : state
    if (current === 'shut') request.socket.destroy()
    else if (current === 'broken') response.writeHead(500).end('broken')
    else if (current === 'nonsense') response.end('{"hello":"world"}')
    else if (current === 'cut')
      response.writeHead(200, { 'content-length': 100 }).write('{', () => request.socket.destroy())
    else if (current === 'open') pass(request, response, pause)
  })
  // It never closes an idle connection: on a busy machine, that could meet the next request.
  server.keepAliveTimeout = 0
  function takePause(call: string) {
    const index = pauses.findIndex(pause => pause.call === call)
    return index < 0 ? undefined : pauses.splice(index, 1)[0]
  }
  function pass(request: IncomingMessage, response: ServerResponse, pause?: Pause) {
    const { method, url, headers } = request
    const onward = forward({ port, host: 'localhost', method, path: url, headers }, async answer => {
      if (pause?.part === 'answer') {
        pause.arrive()
        await pause.released
      }
      response.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    // Otherwise a call that nobody waits for any more would keep the identity service from stopping.
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  }
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port: own } = server.address() as { port: number }
  return {
    url: `http://localhost:${own}`,
    requests,
    isOpen: () => state === 'open',
    setState: (next: ProxyState, path?: string) => {
      if (path === undefined) state = next
      stateOfPath = path === undefined ? undefined : [path, next]
    },
    /** Opens it for all paths, and forgets the requests and the pauses. */
    restore: () => {
      state = 'open'
      stateOfPath = undefined
      requests.length = 0
      pauses.length = 0
    },
    /** The next such call waits, before or after the identity service handles it, until it is released. */
    pause: (call: string, part: Pause['part']) => {
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      pauses.push({ call, part, arrive, released })
      return { arrived, release }
    },
  }
}
