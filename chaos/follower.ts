import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Person } from './people.ts'

const RETRY_MS = 1000
/** Longer than the pause between two heartbeats. */
const SILENCE_MS = 20_000

export type Follower = ReturnType<typeof followNotifications>

/** Reads the notifications of a person and reconnects with the ID of the last one, as a browser does. */
export function followNotifications(cluster: Cluster, { accessToken }: Person) {
  /** By the ID of the task: the IDs of the notifications about it, in the order in which they arrived. */
  const received = new Map<number, string[]>()
  /** Everything from the first notification on. */
  let lastEventId = '0'
  let isStopping = false
  let connections = 0

  const readOnce = async () => {
    const response = await fetch(`${cluster.urls.tasks}/events/token`, {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.timeout(SILENCE_MS),
    })
    if (!response.ok) return
    const { token } = (await response.json()) as { token: string }
    connections += 1
    await readStream(`${cluster.urls.tasks}/events?token=${token}&lastEventId=${lastEventId}`, frame => {
      if (frame.id) lastEventId = frame.id
      const { type, taskId } = frame.data?.data?.context ?? {}
      if (type === 'task.assigned' && taskId && frame.id)
        received.set(taskId, [...(received.get(taskId) ?? []), frame.id])
      return !isStopping
    })
  }

  const running = (async () => {
    for (; !isStopping; await sleep(RETRY_MS)) await readOnce().catch(() => {})
  })()
  return {
    received,
    connections: () => connections,
    async stop() {
      isStopping = true
      await running
    },
  }
}

interface Frame {
  id: string | undefined
  data: { data?: { context?: { type?: string; taskId?: number } } } | undefined
}

/** Until the stream ends, falls silent, or the callback has enough. */
function readStream(url: string, onFrame: (frame: Frame) => boolean) {
  return new Promise<void>(resolve => {
    const request = get(url, { agent: false }, response => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) if (!onFrame(parseFrame(block))) request.destroy()
      })
      response.on('error', () => {})
      response.once('close', resolve)
    })
    request.setTimeout(SILENCE_MS, () => request.destroy())
    request.on('error', () => resolve())
  })
}

function parseFrame(block: string): Frame {
  const [, id] = block.match(/^id: (.*)$/m) ?? []
  const [, data] = block.match(/^data: (.*)$/m) ?? []
  return { id, data: data ? JSON.parse(data) : undefined }
}
