import { get } from 'node:http'

export interface Change {
  type: string
  taskId: number
  version: number
}

/** Opens a stream that follows a board, and tells every change in it. */
export async function readBoard(
  url: string,
  accessToken: string,
  boardId: number,
  onChange: (change: Change) => void,
) {
  const answer = await fetch(`${url}/events/token`, { headers: { authorization: `Bearer ${accessToken}` } })
  if (!answer.ok) throw new Error(`A stream token was refused with ${answer.status}: ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string }
  return new Promise<() => void>((resolve, reject) => {
    const address = `${url}/events?token=${token}&topics=board:${boardId}`
    const request = get(address, { agent: false }, response => {
      if (response.statusCode !== 200) return reject(new Error(`A stream answered ${response.statusCode}`))
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const change of blocks.flatMap(changeIn)) onChange(change)
      })
      response.on('error', () => {})
      resolve(() => request.destroy())
    })
    request.on('error', reject)
  })
}

function changeIn(block: string): Change[] {
  const [, data] = block.match(/^data: (.*)$/m) ?? []
  const frame = data ? JSON.parse(data) : {}
  return frame.event === 'change' ? [frame.data] : []
}
