import { get } from 'node:http'

export interface Message {
  event: string
  data?: {
    type?: string
    taskId?: number
    version?: number
    context?: { commentId?: number }
  }
}

/** Opens a stream and passes every message to the callback; returns how to close it. */
export async function readStream(
  url: string,
  accessToken: string,
  topics: string,
  onMessage: (message: Message) => void,
) {
  const tokenResponse = await fetch(`${url}/events/token`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (!tokenResponse.ok)
    throw new Error(`A stream token was refused with ${tokenResponse.status}: ${await tokenResponse.text()}`)
  const { token } = (await tokenResponse.json()) as { token: string }
  return new Promise<() => void>((resolve, reject) => {
    const request = get(`${url}/events?token=${token}&topics=${topics}`, { agent: false }, response => {
      if (response.statusCode !== 200) return reject(new Error(`A stream returned ${response.statusCode}`))
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const message of blocks.flatMap(parseMessage)) onMessage(message)
      })
      response.on('error', () => {})
      resolve(() => request.destroy())
    })
    request.on('error', reject)
  })
}

function parseMessage(block: string): Message[] {
  const [, data] = block.match(/^data: (.*)$/m) ?? []
  return data ? [JSON.parse(data)] : []
}
