import type { Socket } from 'node:net'
import { statementChannel } from '@atrium/core/diagnostics'
import pg from 'pg'
import { connectTo, type Servers } from '../servers.ts'

/** read_only_sql_transaction */
const READ_ONLY = '25006'

/** No connection could be opened, or the one that a statement ran on broke. */
export class ConnectionLost extends Error {
  constructor(cause: unknown) {
    super((cause as Error).message, { cause })
  }
}

/** A client that knows how long it has been waiting for an answer. */
export class WatchedClient extends pg.Client {
  declare readonly processID: number
  isIdle = false
  #isLost = false
  #waitingSince: number | undefined
  #heardAt = 0
  #bytesHeard = 0
  #isCorked = false
  readonly #servers: Servers
  readonly #address: string
  /** Whether the server refuses writes, now or from the start. */
  isReadOnly = false

  constructor(config?: pg.ClientConfig) {
    const { servers, ...others } = config as pg.ClientConfig & { servers: Servers }
    const address = servers.current()
    super({ ...others, connectionString: address, connectionTimeoutMillis: servers.connectTimeoutMs })
    this.#servers = servers
    this.#address = address
    this.on('drain', () => {
      this.#waitingSince = undefined
    })
    this.on('error', () => {
      this.#isLost = true
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: with a callback it returns nothing
  override connect(callback?: any): any {
    const connecting = connectTo(this.#servers, this.#address, this, () => super.connect())
    return callback ? connecting.then(() => callback(), callback) : connecting
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has nine overloads
  override query(...args: any[]): any {
    this.#waitingSince ??= performance.now()
    this.#sendPipelined(process.nextTick)
    const answer = (super.query as (...args: unknown[]) => unknown)(...args)
    if (statementChannel.hasSubscribers) publishStatement(args[0], answer)
    return answer instanceof Promise ? answer.catch(error => this.explain(error, args[0])) : answer
  }

  /** For a connection that several requests share: statements of one turn of the event loop are sent in one packet. */
  queryPipelined(text: string, values: readonly unknown[]) {
    this.#sendPipelined(setImmediate)
    return this.query(text, values)
  }

  /** Not a field: it contains the password. */
  get address() {
    return this.#address
  }

  /** How long nothing has arrived although a statement waits for its result. */
  silentMs() {
    const now = performance.now()
    const { bytesRead } = this.#socket
    if (bytesRead !== this.#bytesHeard) this.#heardAt = now
    this.#bytesHeard = bytesRead
    return this.#waitingSince === undefined ? 0 : now - Math.max(this.#waitingSince, this.#heardAt)
  }

  get isWaiting() {
    return this.#waitingSince !== undefined
  }

  destroy() {
    this.#socket.destroy()
  }

  /** What is sent until then, in one packet. */
  #sendPipelined(until: (send: () => void) => unknown) {
    if (this.#isCorked) return
    this.#isCorked = true
    const socket = this.#socket
    socket.cork()
    until(() => {
      this.#isCorked = false
      socket.uncork()
    })
  }

  get #socket() {
    return (this.connection as unknown as { stream: Socket }).stream
  }

  protected explain(error: unknown, statement: string | { text: string }): never {
    if (error instanceof pg.DatabaseError) {
      if (error.code === READ_ONLY) this.isReadOnly = true
      const text = typeof statement === 'string' ? statement : statement.text
      // Not enumerable: it is for `constraintErrors`, not for the log.
      throw Object.defineProperty(error, 'statement', { value: text })
    }
    throw this.#isLost ? new ConnectionLost(error) : error
  }
}

/** A query object has its answer in `result`. */
function publishStatement(statement: string | { text: string; result?: unknown }, answer: unknown) {
  const text = typeof statement === 'string' ? statement : statement.text
  const settled = answer instanceof Promise ? answer : (statement as { result?: unknown }).result
  if (text && settled instanceof Promise) statementChannel.publish({ text, answer: settled })
}
