import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAtrium, withDatabase } from '../atrium.ts'
import { share } from '../load.ts'
import { limit, SECONDS } from '../options.ts'
import type { Report } from '../report.ts'
import { type Send, signedIn } from '../requests.ts'
import { growthOf } from './p95.ts'

const TASKS = 100
const PAUSE_MS = 50
const UNMEASURED_ROUNDS = 20

/** Everyday requests while many tasks change: without a webhook, and with one whose receiver accepts connections and never answers. */
export async function measureDeadReceiver(report: Report) {
  const receiver = createServer(() => {}).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    await withAtrium(report, { settings: { OUTBOUND_ALLOW: '127.0.0.1' } }, atrium =>
      withDatabase(atrium.tasksDatabaseUrl, async database => {
        const { send } = await signedIn(atrium)
        const { projectId, taskIds } = await createTasks(send)
        const perMinute = limit('BENCH_EVENTS')
        const small = await measureChanges(send, taskIds, perMinute)
        await send('POST', `/project/${projectId}/webhook`, { url: addressOf(receiver), types: ['task.*'] })
        const large = await measureChanges(send, taskIds, perMinute)
        const { rows } = await database.query(
          `select count(*)::int as waiting from webhook_deliveries where status = 'waiting'`,
        )
        report.addGrowth(
          `${perMinute.toLocaleString('en')} events per minute: no webhook → a dead receiver`,
          growthOf(small, large),
        )
        report.addNote(`${rows[0].waiting.toLocaleString('en')} messages waited for the dead receiver.`)
      }),
    )
  } finally {
    receiver.close()
  }
}

function addressOf(receiver: Server) {
  const { port } = receiver.address() as { port: number }
  return `http://127.0.0.1:${port}/`
}

async function createTasks(send: Send) {
  const { item: project } = await send('POST', '/project', { name: 'Connected', type: 'agency' })
  const { item: board } = await send('POST', `/project/${project.id}/board`, { name: 'Board' })
  const taskIds: number[] = []
  for (let number = 1; number <= TASKS; number += 1) {
    const { item } = await send('POST', '/task', { title: `Task ${number}`, columnId: board.columns[0].id })
    taskIds.push(item.id)
  }
  return { projectId: project.id as number, taskIds }
}

async function measureChanges(send: Send, taskIds: number[], eventsPerMinute: number) {
  let changes = 0
  let isOver = false
  const changeMany = async () => {
    changes += 1
    await send('POST', '/task/bulk', { ids: taskIds, change: { estimateSeconds: 60 * changes } })
  }
  const flooding = (async () => {
    for (let due = performance.now(); !isOver; due += (60_000 * taskIds.length) / eventsPerMinute) {
      await sleep(Math.max(0, due - performance.now()))
      await changeMany()
    }
  })()
  const times: Record<'change' | 'read', number[]> = { change: [], read: [] }
  const timed = async (work: keyof typeof times, method: 'GET' | 'PUT', body?: object) => {
    const start = performance.now()
    await send(method, `/task/${taskIds[0]}`, body)
    times[work].push(performance.now() - start)
  }
  const end = performance.now() + 4 * SECONDS * 1000
  for (let number = 0; performance.now() < end; number += 1) {
    if (number === UNMEASURED_ROUNDS) for (const list of Object.values(times)) list.length = 0
    await timed('change', 'PUT', { title: `Change ${number}` })
    await timed('read', 'GET')
    await sleep(PAUSE_MS)
  }
  isOver = true
  await flooding
  return { 'change a task': share(times.change, 0.95), 'read one task': share(times.read, 0.95) }
}
