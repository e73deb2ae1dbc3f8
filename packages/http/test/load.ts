import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export const CLIENTS = 8
/** Requests are always on their way at this pace, and the processor is still free for what the test waits for. */
const PAUSE_MS = 5

/** Clients that keep sending POST, which no proxy retries, on connections that they keep open. */
export function startLoad(port: number) {
  const load = { answered: 0, failures: [] as unknown[], stop }
  const agent = new Agent({ keepAlive: true })
  let isStopped = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isStopped) {
      const sent = { number: Math.random() }
      const answer = await echo(agent, port, sent).catch(error => ({ status: 0, body: String(error) }))
      load.answered += 1
      const isEchoed = answer.status === 200 && JSON.stringify(answer.body) === JSON.stringify(sent)
      if (!isEchoed) load.failures.push(answer)
      await sleep(PAUSE_MS)
    }
  })
  async function stop() {
    isStopped = true
    await Promise.all(clients)
    agent.destroy()
  }
  return load
}

export async function echo(agent: Agent, port: number, body: object) {
  const headers = { 'content-type': 'application/json', host: 'id.example.org' }
  const sending = request({ agent, port, host: '127.0.0.1', method: 'POST', path: '/echo', headers })
  sending.end(JSON.stringify(body))
  const [response] = await once(sending, 'response')
  const pid = Number(response.headers['x-process'])
  return { status: response.statusCode as number, body: await json(response).catch(String), pid }
}
