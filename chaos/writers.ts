import { setTimeout as sleep } from 'node:timers/promises'
import { createSender } from './attempts.ts'
import type { Cluster } from './cluster.ts'
import { type Setting, tokenRequest } from './people.ts'

const WRITERS = 8
const PAUSE_MS = 40
const RETRY_PAUSE_MS = 250
/** Longer than any harm. */
const PATIENCE_MS = 150_000
const TASKS_PER_REFRESH = 10

/** A change that was answered with success. */
export interface Acknowledged {
  taskId: number
  title: string
  /** Where the last acknowledged move put it. */
  columnId: number
}

export type Writers = ReturnType<typeof startWriters>

/**
 * Writers that create, move and read tasks, and now and then refresh their tokens. What fails is sent again with the same
 * Idempotency-Key until it succeeds, as a careful client does.
 */
export function startWriters(cluster: Cluster, { client, writer, reader, columns }: Setting) {
  const { attempts, send } = createSender()
  const written = new Map<number, Acknowledged>()
  /** Reads that contradict an acknowledged change. */
  const staleReads: string[] = []
  let isStopping = false
  let refreshToken = writer.refreshToken

  const call = <T>(method: string, path: string, body?: object, key?: string) =>
    send<T>(cluster.urls.tasks + path, {
      method,
      headers: {
        authorization: `Bearer ${writer.accessToken}`,
        'content-type': 'application/json',
        ...(key && { 'idempotency-key': key }),
      },
      body: body && JSON.stringify(body),
    })

  const untilDone = async <T>(attempt: () => Promise<T | undefined>) => {
    for (
      const deadline = performance.now() + PATIENCE_MS;
      performance.now() < deadline;
      await sleep(RETRY_PAUSE_MS)
    ) {
      const answer = await attempt()
      if (answer) return answer
    }
    throw new Error(`A request did not succeed within ${PATIENCE_MS / 1000} s: ${attempts.at(-1)?.outcome}`)
  }

  const writeOne = async (name: string) => {
    const [first, second] = columns
    const task = { title: name, columnId: first, assigneeId: reader.id }
    const { item } = await untilDone(() =>
      call<{ item: { id: number } }>('POST', '/task', task, `create-${name}`),
    )
    const entry: Acknowledged = { taskId: item.id, title: name, columnId: first }
    written.set(item.id, entry)
    const path = `/task/${item.id}/move-to-column`
    await untilDone(() => call('POST', path, { columnId: second }, `move-${name}`))
    entry.columnId = second
    const read = await call<{ item: { columnId: number } }>('GET', `/task/${item.id}`)
    if (read && read.item.columnId !== second) staleReads.push(name)
  }

  const refresh = async () => {
    const request = tokenRequest(client, { grant_type: 'refresh_token', refresh_token: refreshToken })
    const answer = await untilDone(() =>
      send<{ refresh_token: string }>(`${cluster.urls.identity}/token`, request),
    )
    refreshToken = answer.refresh_token
  }

  const runWriter = async (writer: number) => {
    for (let number = 0; !isStopping; number += 1) {
      await writeOne(`${writer}-${number}`)
      if (writer === 0 && number % TASKS_PER_REFRESH === 0) await refresh()
      await sleep(PAUSE_MS)
    }
  }
  const running = Promise.all(Array.from({ length: WRITERS }, (_, writer) => runWriter(writer)))
  return {
    attempts,
    written,
    staleReads,
    /** Lets everybody finish their task. */
    async stop() {
      isStopping = true
      await running
    },
  }
}
