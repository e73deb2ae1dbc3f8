import { connect, createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { socketPathOf, urlThroughProxy } from '@atrium/testing/tcp-proxy'

const PARSE = 'P'
const BIND = 'B'
const CLOSE = 'C'

/**
 * Handles prepared statements as PgBouncer does from version 1.21 on: statements with the same text are one statement of
 * the server, whatever their clients call them, and a server connection that lacks one prepares it when it is used.
 */
export async function openStatementPooler(databaseUrl: string) {
  const port = await freePort()
  const forget: (() => void)[] = []
  const server = createServer(near => {
    const far = connect(socketPathOf(databaseUrl))
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {})
      one.once('close', () => other.destroy())
    }
    far.pipe(near)
    const statements = shareStatements(far)
    forget.push(statements.forget)
    near.on('data', readMessages(statements.pass))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  after(() => server.close())
  return {
    url: urlThroughProxy(port, databaseUrl),
    /** The next statements run on new server connections, which have prepared nothing. */
    reconnect: () => {
      for (const one of forget) one()
    },
  }
}

/** Calls `pass` with each message: its type, which the first one has not, and what follows its length. */
function readMessages(pass: (type: string, body: Buffer) => void) {
  let unread = Buffer.alloc(0)
  let hasStarted = false
  return (data: Buffer) => {
    unread = Buffer.concat([unread, data])
    for (;;) {
      const start = hasStarted ? 1 : 0
      if (unread.length < start + 4) return
      const end = start + unread.readInt32BE(start)
      if (unread.length < end) return
      pass(hasStarted ? String.fromCharCode(unread[0] as number) : '', unread.subarray(start + 4, end))
      hasStarted = true
      unread = unread.subarray(end)
    }
  }
}

function shareStatements(far: Socket) {
  /** The body of `Parse` without the name, by the name that the client gave to the statement. */
  const ofClient = new Map<string, Buffer>()
  /** The names that the server knows statements by. */
  const onServer = new Map<string, string>()
  let namesGiven = 0

  function send(type: string, ...parts: Buffer[]) {
    const body = Buffer.concat(parts)
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    far.write(Buffer.concat([Buffer.from(type), length, body]))
  }

  /** Prepares the statement unless the server has done so; the client gets `ParseComplete` in any case. */
  function prepare(statement: Buffer) {
    const key = statement.toString('latin1')
    if (onServer.has(key)) return send(PARSE, text(''), text(''), Buffer.alloc(2))
    onServer.set(key, `shared_${namesGiven}`)
    namesGiven += 1
    send(PARSE, text(onServer.get(key) ?? ''), statement)
  }

  /** Uses the server's name of the statement, and prepares it if the server connection is new. */
  function bind(portal: string, name: string, values: Buffer) {
    const statement = ofClient.get(name)
    if (!statement) return send(BIND, text(portal), text(name), values)
    const key = statement.toString('latin1')
    if (!onServer.has(key)) prepare(statement)
    send(BIND, text(portal), text(onServer.get(key) ?? ''), values)
  }

  function pass(type: string, body: Buffer) {
    const [first, rest] = splitText(body)
    if (type === PARSE && first) {
      ofClient.set(first, rest)
      prepare(rest)
    } else if (type === BIND) bind(first, ...splitText(rest))
    else if (type === CLOSE && first.startsWith('S')) {
      ofClient.delete(first.slice(1))
      send(type, text('Sunknown'))
    } else send(type, body)
  }

  return { pass, forget: () => onServer.clear() }
}

function text(value: string) {
  return Buffer.from(`${value}\0`)
}

/** The text up to the first zero byte, and what follows it. */
function splitText(body: Buffer): [string, Buffer] {
  const end = body.indexOf(0)
  return end < 0 ? ['', body] : [body.toString('utf8', 0, end), body.subarray(end + 1)]
}
