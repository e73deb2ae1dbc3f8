import { readDatabaseAddress } from '@atrium/core/database-address'
import pg from 'pg'

/** The servers of one address, of which one accepts writes. A failover makes it another one. */
export interface Servers {
  count: number
  connectTimeoutMs: number
  /** The address to connect to now. */
  current: () => string
  /** The next connection goes to the next server, unless another connection has moved on already. */
  leave: (url: string) => void
  /** Throws unless this is the server to work with. */
  verify: (client: pg.Client) => Promise<void>
}

interface Role {
  isReadOnly: boolean
  /** Grows with every promotion; unknown for a standby. */
  timeline: number | null
}

/** The server can be connected to, but is not the one to work with. */
export class WrongServer extends Error {}

export function createServers(address: string): Servers {
  const { urls, target, connectTimeoutMs } = readDatabaseAddress(address)
  let position = 0
  let newestTimeline = 0
  const current = () => urls[position] as string
  return {
    count: urls.length,
    connectTimeoutMs,
    current,
    leave: url => {
      if (url === current()) position = (position + 1) % urls.length
    },
    verify: async client => {
      if (target === 'any') return
      const { rows } = await client.query<Role>(readRole)
      const role = rows[0] as Role
      const problem = findProblem(role, target, newestTimeline)
      if (problem) throw new WrongServer(`The database server ${client.host}:${client.port} ${problem}`)
      newestTimeline = Math.max(newestTimeline, role.timeline ?? 0)
    },
  }
}

/** An expression in SQL, for a server that accepts writes. */
export const CURRENT_TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"

const readRole: pg.QueryConfig & { query_timeout: number } = {
  text: `select current_setting('transaction_read_only')::bool as "isReadOnly", case when not pg_is_in_recovery()
  then ${CURRENT_TIMELINE} end as timeline`,
  query_timeout: 5000,
}

/** An old primary that comes back after a failover still accepts writes: only its timeline tells. */
export function findProblem(
  { isReadOnly, timeline }: Role,
  target: 'primary' | 'standby',
  newestTimeline: number,
) {
  if (target === 'standby') return isReadOnly ? undefined : 'is not a standby'
  if (isReadOnly) return 'does not accept writes'
  const isOutdated = timeline !== null && timeline < newestTimeline
  return isOutdated
    ? `was replaced: its timeline is ${timeline}, a newer one is ${newestTimeline}`
    : undefined
}

/** Connects and verifies a client whose address was `url`; the next one tries another server if this fails. */
export async function connectTo(
  servers: Servers,
  url: string,
  client: pg.Client,
  connect: () => Promise<unknown>,
) {
  try {
    await connect()
    await servers.verify(client)
  } catch (error) {
    if (!isRefusal(error)) servers.leave(url)
    client.end().catch(() => {})
    throw error
  }
}

/** A server that is up and refuses, because of a password for instance, would be refused by the others too. */
function isRefusal(error: unknown) {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
}

/** Attempts as long as the failure of one server leads to another, at most once for each of them. */
export async function tryServers<T>(servers: Servers, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    const tried = servers.current()
    try {
      return await attempt()
    } catch (error) {
      if (attempts === servers.count || servers.current() === tried) throw error
    }
  }
}

/** A connection of its own, outside of a pool. */
export function openClient(address: string | Servers, config: pg.ClientConfig = {}) {
  const servers = typeof address === 'string' ? createServers(address) : address
  return tryServers(servers, async () => {
    const url = servers.current()
    const connectionTimeoutMillis = servers.connectTimeoutMs
    const client = new pg.Client({ connectionTimeoutMillis, ...config, connectionString: url })
    client.on('error', () => {}) // the current statement fails with it
    await connectTo(servers, url, client, () => client.connect())
    return client
  })
}
