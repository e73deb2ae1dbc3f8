import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A minimal SMTP server. Addresses in `refused` are rejected permanently. */
export async function startMailServer(port: number) {
  const refused = new Set<string>()
  const accepted: string[] = []
  const server = createServer(
    socket => void serve(socket, { refused, accepted }).catch(() => socket.destroy()),
  )
  await new Promise<void>(resolve => server.listen(port, 'localhost', resolve))
  return { url: `smtp://localhost:${port}`, refused, accepted, stop: () => server.close() }
}

interface Mailbox {
  refused: Set<string>
  accepted: string[]
}

async function serve(socket: Socket, mailbox: Mailbox) {
  let isData = false
  socket.write('220 localhost\r\n')
  for await (const line of createInterface({ input: socket })) {
    if (isData && line !== '.') continue
    socket.write(`${replyTo(line, mailbox)}\r\n`)
    isData = line === 'DATA'
    if (line === 'QUIT') socket.end()
  }
}

function replyTo(line: string, { refused, accepted }: Mailbox) {
  const [, address] = /^RCPT TO:<(.+)>/.exec(line) ?? []
  if (address && refused.has(address)) return '550 5.1.1 User unknown'
  if (address) accepted.push(address)
  if (line === 'DATA') return '354 Send data'
  return line === 'QUIT' ? '221 Goodbye' : '250 OK'
}
