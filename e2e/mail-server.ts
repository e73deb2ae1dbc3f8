import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** As much SMTP as a letter needs. An address that is in `refused` is refused for good. */
export async function startMailServer(port: number) {
  const refused = new Set<string>()
  const taken: string[] = []
  const server = createServer(
    socket => void converse(socket, { refused, taken }).catch(() => socket.destroy()),
  )
  await new Promise<void>(resolve => server.listen(port, 'localhost', resolve))
  return { url: `smtp://localhost:${port}`, refused, taken, stop: () => server.close() }
}

interface Letters {
  refused: Set<string>
  taken: string[]
}

async function converse(socket: Socket, letters: Letters) {
  let isLetter = false
  socket.write('220 localhost\r\n')
  for await (const line of createInterface({ input: socket })) {
    if (isLetter && line !== '.') continue
    socket.write(`${answerTo(line, letters)}\r\n`)
    isLetter = line === 'DATA'
    if (line === 'QUIT') socket.end()
  }
}

function answerTo(line: string, { refused, taken }: Letters) {
  const [, address] = /^RCPT TO:<(.+)>/.exec(line) ?? []
  if (address && refused.has(address)) return '550 5.1.1 There is nobody of this name here'
  if (address) taken.push(address)
  if (line === 'DATA') return '354 Go on'
  return line === 'QUIT' ? '221 Goodbye' : '250 Well'
}
