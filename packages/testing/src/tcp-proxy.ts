import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { after } from 'node:test'
import { freePort } from './free-port.ts'

/** A proxy to a server whose connections a test can cut, restore or stall. */
export async function openTcpProxy(to: NetConnectOpts) {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let roundTrips = 0
  const server = createServer(near => {
    const far = connect(to)
    let isAnswered = true
    near.on('data', () => {
      if (isAnswered) roundTrips += 1
      isAnswered = false
    })
    far.on('data', () => {
      isAnswered = true
    })
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
  const listen = () => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  /** Like a firewall that lost its state: open connections stay open and carry nothing, new ones work. */
  const stall = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  after(cut)
  /** How often a client has sent something after an answer. */
  return { port, listen, cut, stall, roundTrips: () => roundTrips }
}

/** Where the test server listens, for a proxy to it. */
export function socketPathOf(databaseUrl: string) {
  return `${new URL(databaseUrl).searchParams.get('host')}/.s.PGSQL.5432`
}

/** The same database, by way of a proxy. */
export function urlThroughProxy(port: number, databaseUrl: string) {
  const { username, pathname } = new URL(databaseUrl)
  return `postgres://${username}@127.0.0.1:${port}${pathname}`
}
