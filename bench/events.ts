import { readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { startAtriumForBench } from './atrium.ts'
import { startSecondInstance } from './second-instance.ts'
import { type Board, createBoards, signIn, signInMany } from './stream-data.ts'
import { type Change, readBoard } from './stream-reader.ts'

const STREAMS = Number(process.env.BENCH_STREAMS ?? 5000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const WRITES_PER_SECOND = 100
const STREAMS_PER_USER = 10
const READERS_PER_BOARD = 20
const OPEN_CONCURRENCY = 20
const QUIET_SECONDS = 20
const WARM_UP_WRITES = 200

checkFileLimit()
const atrium = await startAtriumForBench()
const second = await startSecondInstance(atrium)
try {
  const writer = await signIn(atrium, atrium.person.email)
  const readers = await signInMany(atrium, STREAMS / STREAMS_PER_USER)
  const boards = await createBoards(atrium, STREAMS / READERS_PER_BOARD)
  const arrivals: { key: string; at: number }[] = []
  const onChange = ({ type, taskId, version }: Change) => {
    if (type === 'task.moved') arrivals.push({ key: `${taskId} ${version}`, at: performance.now() })
  }
  console.log(
    `${cpus().length} cores shared by services, database and readers; load before: ${loadavg()[0]?.toFixed(1)}`,
  )
  const close = await measureMemory(readers, boards, onChange)
  await write(writer, boards, { from: 0, count: WARM_UP_WRITES })
  arrivals.length = 0
  const count = SECONDS * WRITES_PER_SECOND
  const writes = await write(writer, boards, { from: WARM_UP_WRITES, count })
  await sleep(2000)
  reportDelay(writes, arrivals)
  console.log(`load after: ${loadavg()[0]?.toFixed(1)}`)
  close()
} finally {
  await second.stop()
  await atrium.stop()
  rmSync(atrium.dataFolder, { recursive: true, force: true })
}

/** Each end of a stream is an open file, and the services have the same limit as this process. */
function checkFileLimit() {
  const [, limit] = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files\s+\d+\s+(\d+)/m) ?? []
  if (Number(limit) >= STREAMS + 500) return
  console.error(
    `${STREAMS} streams need ${STREAMS + 500} open files, but only ${limit} are allowed: raise \`ulimit -n\`.`,
  )
  process.exit(1)
}

async function measureMemory(tokens: string[], boards: Board[], onChange: (change: Change) => void) {
  const open = async (number: number) => {
    const token = tokens[number % tokens.length] as string
    const board = boards[Math.floor(number / READERS_PER_BOARD)] as Board
    return readBoard(second.url, token, board.id, onChange)
  }
  const first = await Promise.all(Array.from({ length: 10 }, (_, number) => open(number)))
  for (const close of first) close()
  await sleep(3000)
  const before = second.residentMegabytes()
  const start = performance.now()
  const streams: (() => void)[] = []
  for (let number = 0; number < STREAMS; number += OPEN_CONCURRENCY) {
    const numbers = Array.from({ length: Math.min(OPEN_CONCURRENCY, STREAMS - number) }, (_, n) => number + n)
    streams.push(...(await Promise.all(numbers.map(open))))
  }
  const seconds = (performance.now() - start) / 1000
  const opened = second.residentMegabytes()
  await sleep(QUIET_SECONDS * 1000) // long enough for a heartbeat and for garbage collection
  const after = second.residentMegabytes()
  console.log(`${STREAMS} streams opened on one process in ${seconds.toFixed(0)} s`)
  console.log(
    `its memory: ${before.toFixed(0)} MB before, ${opened.toFixed(0)} MB when all were open, ${after.toFixed(0)} MB ${QUIET_SECONDS} s later`,
  )
  console.log(
    `extra: ${(after - before).toFixed(0)} MB, ${(((after - before) * 1024) / STREAMS).toFixed(0)} kB per stream (target: at most 250 MB)`,
  )
  return () => {
    for (const close of streams) close()
  }
}

interface Written {
  key: string
  sentAt: number
  respondedAt: number
}

/** Moves a task on one board after another, at a steady rate on the first instance, without waiting for responses. */
async function write(token: string, boards: Board[], { from, count }: { from: number; count: number }) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const move = async ({ taskId, columns }: Board, round: number): Promise<Written> => {
    const sentAt = performance.now()
    const response = await fetch(`${atrium.tasksUrl}/task/${taskId}/move-to-column`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ columnId: columns[round % 2] }),
    })
    if (!response.ok) throw new Error(`A move returned ${response.status}: ${await response.text()}`)
    const { item } = (await response.json()) as { item: { version: number } }
    return { key: `${taskId} ${item.version}`, sentAt, respondedAt: performance.now() }
  }
  const writes: Promise<Written>[] = []
  const start = performance.now()
  for (let number = from; number < from + count; number += 1) {
    const board = boards[number % boards.length] as Board
    writes.push(move(board, 1 + Math.floor(number / boards.length)))
    const due = start + ((number - from + 1) * 1000) / WRITES_PER_SECOND
    await sleep(Math.max(0, due - performance.now()))
  }
  return Promise.all(writes)
}

function reportDelay(writes: Written[], arrivals: { key: string; at: number }[]) {
  const written = new Map(writes.map(write => [write.key, write]))
  const delays = arrivals.flatMap(({ key, at }) => {
    const write = written.get(key)
    return write
      ? [{ sinceResponse: Math.max(0, at - write.respondedAt), sinceRequest: at - write.sentAt }]
      : []
  })
  console.log(
    `${writes.length} moves at ${WRITES_PER_SECOND}/s on one instance, ${READERS_PER_BOARD} readers each on the other: ${delays.length} frames of ${written.size * READERS_PER_BOARD}`,
  )
  reportPercentiles(
    'from the response to the frame',
    delays.map(({ sinceResponse }) => sinceResponse),
  )
  reportPercentiles(
    'from the request to the frame',
    delays.map(({ sinceRequest }) => sinceRequest),
  )
}

function reportPercentiles(name: string, times: number[]) {
  times.sort((a, b) => a - b)
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share =>
    (times[Math.floor(times.length * share)] ?? 0).toFixed(1),
  )
  console.log(`${name.padEnd(30)} p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms (target: p95 below 300 ms)`)
}
