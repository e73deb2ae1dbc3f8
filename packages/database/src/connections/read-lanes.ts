import type pg from 'pg'
import type { Row } from './result-rows.ts'
import { ConnectionLost, type WatchedClient } from './watched-client.ts'

const MAX_LANES = 2
/** Statements in flight; with more, the next one opens another lane. */
const BUSY = 4

type PooledClient = WatchedClient & pg.PoolClient

interface Lane {
  client: Promise<PooledClient>
  inFlight: number
}

export type ReadLanes = ReturnType<typeof openReadLanes>

/**
 * Quick reads of many requests share a connection: they are written and answered in batches, and no request waits for a
 * connection of its own. Only for statements that wait for no lock, because the statements behind them would wait too.
 */
export function openReadLanes(pool: pg.Pool) {
  const lanes: Lane[] = []

  /** On a connection of its own. */
  async function readAlone(text: string, values: unknown[]): Promise<Row[]> {
    const client = (await pool.connect()) as unknown as PooledClient
    try {
      const { rows } = await client.query(text, values)
      return rows
    } finally {
      client.release()
    }
  }

  async function read(text: string, values: unknown[]): Promise<Row[]> {
    const lane = chooseLane()
    lane.inFlight += 1
    try {
      const client = await lane.client
      const { rows } = await client.queryWithOthers(text, values)
      return rows
    } catch (error) {
      if (error instanceof ConnectionLost) close(lane)
      throw error
    } finally {
      lane.inFlight -= 1
      if (lane.inFlight === 0) release(lane)
    }
  }

  function chooseLane() {
    const [first, ...others] = lanes
    const quietest = others.reduce<Lane | undefined>(
      (one, other) => (one && one.inFlight <= other.inFlight ? one : other),
      first,
    )
    return quietest && (quietest.inFlight < BUSY || lanes.length === MAX_LANES) ? quietest : open()
  }

  function open() {
    const lane = { client: pool.connect() as unknown as Promise<PooledClient>, inFlight: 0 }
    lanes.push(lane)
    return lane
  }

  /** Those who wait for it get their answers; new ones open another. */
  function close(lane: Lane) {
    const place = lanes.indexOf(lane)
    if (place >= 0) lanes.splice(place, 1)
  }

  function release(lane: Lane) {
    close(lane)
    lane.client.then(
      client => client.release(),
      () => {}, // reported by those who waited for it
    )
  }

  return { read, readAlone }
}
