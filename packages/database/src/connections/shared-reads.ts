import type pg from 'pg'
import type { Row } from './row-reader.ts'
import { ConnectionLost, type WatchedClient } from './watched-client.ts'

const MAX_CONNECTIONS = 2
/** Statements in flight; with more, the next one opens another connection. */
const BUSY_STATEMENTS = 4

type PooledClient = WatchedClient & pg.PoolClient

interface SharedConnection {
  client: Promise<PooledClient>
  inFlight: number
}

export type SharedReads = ReturnType<typeof openSharedReads>

/**
 * Quick reads of many requests share a connection: they are written and answered in batches, and no request waits for a
 * connection of its own. Only statements of `sharedRead` run here, because the statements behind them wait for them.
 */
export function openSharedReads(pool: pg.Pool) {
  const connections: SharedConnection[] = []

  async function read(text: string, values: readonly unknown[]): Promise<Row[]> {
    const connection = chooseConnection()
    connection.inFlight += 1
    try {
      const client = await connection.client
      const { rows } = await client.queryPipelined(text, values)
      return rows
    } catch (error) {
      if (error instanceof ConnectionLost) close(connection)
      throw error
    } finally {
      connection.inFlight -= 1
      if (connection.inFlight === 0) release(connection)
    }
  }

  function chooseConnection() {
    const [first, ...others] = connections
    const quietest = others.reduce<SharedConnection | undefined>(
      (one, other) => (one && one.inFlight <= other.inFlight ? one : other),
      first,
    )
    const isEnough =
      quietest && (quietest.inFlight < BUSY_STATEMENTS || connections.length === MAX_CONNECTIONS)
    return isEnough ? quietest : open()
  }

  function open() {
    const connection = { client: pool.connect() as unknown as Promise<PooledClient>, inFlight: 0 }
    connections.push(connection)
    return connection
  }

  /** Reads that wait for the connection get their answers; new ones open another. */
  function close(connection: SharedConnection) {
    const at = connections.indexOf(connection)
    if (at >= 0) connections.splice(at, 1)
  }

  function release(connection: SharedConnection) {
    close(connection)
    connection.client.then(
      client => client.release(),
      () => {}, // reported by the reads that waited for it
    )
  }

  return { read }
}
