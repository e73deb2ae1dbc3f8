import { get } from 'node:http'

export interface Change {
  type: string
  taskId: number
  version: number
}

/** Opens a stream for a board and passes every change to the callback. */
export async function readBoard(
  url: string,
  accessToken: string,
  boardId: number,
  onChange: (change: Change) => void,
) {
  const tokenResponse = await fetch(`${url}/events/token`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (!tokenResponse.ok)
    throw new Error(`A stream token was refused with ${tokenResponse.status}: ${await tokenResponse.text()}`)
  const { token } = (await tokenResponse.json()) as { token: string }
  return new Promise<() => void>((resolve, reject) => {
    const address = `${url}/events?token=${token}&topics=board:${boardId}`
    const request = get(address, { agent: false }, response => {
      if (response.statusCode !== 200) return reject(new Error(`A stream returned ${response.statusCode}`))
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const change of blocks.flatMap(parseChange)) onChange(change)
      })
      response.on('error', () => {})
      resolve(() => request.destroy())
    })
    request.on('error', reject)
  })
}

function parseChange(block: string): Change[] {
  const [, data] = block.match(/^data: (.*)$/m) ?? []
  const frame = data ? JSON.parse(data) : {}
  return frame.event === 'change' ? [frame.data] : []
}
