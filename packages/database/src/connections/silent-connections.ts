import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Servers, tryServers } from '../servers.ts'
import { WatchedClient } from './watched-client.ts'

const CHECK_MS = 2000
/** Within it, the server says which of the connections it is working for. */
const PROBE_MS = 5000
/** For statements in flight, while the server cannot be reached at all. */
const UNREACHABLE_MS = 20_000
/** An answer that was sent before the probe's may arrive a little after it. */
const OVERTAKEN_MS = 250

/** Only the server knows whether a statement is merely slow: so it is queried over a new connection. */
export function closeSilentConnections(pool: pg.Pool, servers: Servers, onError: (error: Error) => void) {
  const clients = new Set<WatchedClient>()
  pool.on('connect', client => {
    const watched = client as unknown as WatchedClient
    clients.add(watched)
    watched.on('end', () => clients.delete(watched))
  })
  pool.on('acquire', client => setIdle(client, false))
  pool.on('release', (_error, client) => {
    setIdle(client, true)
    if ((client as unknown as WatchedClient).isReadOnly)
      dropReadOnly(client as unknown as WatchedClient, clients)
  })

  const check = async () => {
    const silent = [...clients].filter(client => client.silentMs() >= CHECK_MS)
    if (silent.length === 0) return
    const working = await findWorking(servers, silent)
    await sleep(OVERTAKEN_MS)
    const dead = silent.filter(
      client => client.silentMs() >= (working ? CHECK_MS : UNREACHABLE_MS) && !working?.has(client),
    )
    if (dead.length === 0) return
    onError(new Error(`${dead.length} silent database connections were closed; their statements failed`))
    for (const client of dead) client.destroy()
    if (working) suspectOthers([...clients].filter(client => !dead.includes(client)))
  }

  let isChecking = false
  let tickedAt = performance.now()
  const timer = setInterval(async () => {
    if (pool.ended) clearInterval(timer)
    const sinceTick = performance.now() - tickedAt
    tickedAt += sinceTick
    // A process that did not run either has answers to read first.
    if (pool.ended || isChecking || sinceTick > 1.5 * CHECK_MS) return
    isChecking = true
    await check().catch(onError)
    isChecking = false
  }, CHECK_MS)
  timer.unref()
}

function setIdle(client: unknown, isIdle: boolean) {
  ;(client as WatchedClient).isIdle = isIdle
}

/** Closes the connections of a server that has become a standby. */
function dropReadOnly(client: WatchedClient, clients: Set<WatchedClient>) {
  client.end().catch(() => {})
  for (const other of clients) if (other.address === client.address) other.isReadOnly = true
}

/** They are probably dead too. One that is acquired but unused, such as a listener's, is probed. */
function suspectOthers(clients: WatchedClient[]) {
  for (const client of clients) {
    if (client.isIdle) client.destroy()
    else if (!client.isWaiting) client.query('select 1').catch(() => {})
  }
}

/** The connections whose server is working for them; undefined when no server answers. */
async function findWorking(servers: Servers, clients: WatchedClient[]) {
  let probe: WatchedClient | undefined
  try {
    const opened = await tryServers(servers, () => openProbe(servers))
    probe = opened
    const there = clients.filter(client => client.address === opened.address)
    const pids = there.map(client => client.processID)
    const { rows } = await opened.query(
      `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any($1) and (state = 'disabled'
         or state in ('active', 'fastpath function call') and wait_event_type is distinct from 'Client')) as working`,
      [pids],
    )
    const isPooled = rows[0].own !== opened.processID // the process ids of a pooler mean nothing
    return new Set(there.filter(client => isPooled || rows[0].working.includes(client.processID)))
  } catch (error) {
    // A server that refuses, for instance because of too many connections, is alive.
    return error instanceof pg.DatabaseError ? new Set(clients) : undefined
  } finally {
    probe?.end().catch(() => {})
  }
}

async function openProbe(servers: Servers) {
  const probe = new WatchedClient({ servers, query_timeout: PROBE_MS } as pg.ClientConfig)
  probe.on('error', () => {})
  await probe.connect()
  return probe
}
