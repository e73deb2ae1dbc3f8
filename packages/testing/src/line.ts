import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { after } from 'node:test'
import { freePort } from './free-port.ts'

/** A way to a server that a test can cut, with everybody who is on it, and mend again. */
export async function openLine(to: NetConnectOpts) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const mend = () => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  after(cut)
  return { port, mend, cut }
}
