import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { moveTask } from '@atrium/tasks/tasks/task.contract'
import { withAtrium } from '../atrium.ts'
import { startInstance } from '../instance.ts'
import { share } from '../load.ts'
import { limit, SECONDS } from '../options.ts'
import { memoryOf } from '../processes.ts'
import type { Report } from '../report.ts'
import { type Session, signedIn } from '../requests.ts'
import { growthOf, growthTitle } from './p95.ts'
import { atSteadyRate } from './pace.ts'
import { createStreamBoards, type StreamBoard, signInMany } from './stream-data.ts'
import { type Message, readStream } from './stream-reader.ts'

const SMALL = 100
const LARGE = limit('BENCH_STREAMS')
const WRITES_PER_SECOND = 100
const STREAMS_PER_USER = 10
const READERS_PER_BOARD = 20
const OPEN_CONCURRENCY = 20
const WARM_UP_WRITES = 200
const MAX_WAITS = 300

/** The delay from a move on one instance to its frames on another one with this many open streams. */
export async function measureStreamGrowth(report: Report) {
  requireOpenFiles(LARGE + 500)
  await withAtrium(report, {}, async atrium => {
    const writer = await signedIn(atrium)
    const readers = await signInMany(atrium, Math.ceil(LARGE / STREAMS_PER_USER))
    const boards = await createStreamBoards(atrium, Math.ceil(LARGE / READERS_PER_BOARD))
    const second = await startInstance(atrium, 'tasks')
    const streams: (() => void)[] = []
    const arrivals: { key: string; at: number }[] = []
    const onMessage = ({ event, data }: Message) => {
      if (event === 'change' && data?.type === 'task.moved')
        arrivals.push({ key: `${data.taskId} ${data.version}`, at: performance.now() })
    }
    const openUpTo = async (count: number) => {
      while (streams.length < count) {
        const opening = Array.from(
          { length: Math.min(OPEN_CONCURRENCY, count - streams.length) },
          (_, place) => {
            const number = streams.length + place
            const board = boards[Math.floor(number / READERS_PER_BOARD)] as StreamBoard
            return readStream(
              second.url,
              readers[number % readers.length] as string,
              `board:${board.id}`,
              onMessage,
            )
          },
        )
        streams.push(...(await Promise.all(opening)))
      }
    }
    const move = mover(writer)
    let writes = 0
    const measureDelay = async () => {
      const read = boards.slice(0, Math.ceil(streams.length / READERS_PER_BOARD))
      const write = async (count: number) => {
        const from = writes
        writes += count
        return atSteadyRate(WRITES_PER_SECOND, { from, count }, number =>
          move(read[number % read.length] as StreamBoard),
        )
      }
      await write(WARM_UP_WRITES)
      arrivals.length = 0
      const written = await write(3 * SECONDS * WRITES_PER_SECOND)
      return delaysOf(written, arrivals)
    }

    try {
      await openUpTo(SMALL)
      const small = await measureDelay()
      const before = memoryOf([second.pid]).rss
      await openUpTo(LARGE)
      const large = await measureDelay()
      report.addGrowth(growthTitle(SMALL, LARGE, 'streams'), growthOf(small, large))
      const extra = memoryOf([second.pid]).rss - before
      report.addFigure({
        name: `memory of ${LARGE - SMALL} more streams (RSS)`,
        value: extra,
        unit: 'MB',
        atMost: 250,
        detail: `${((extra * 1024) / (LARGE - SMALL)).toFixed(0)} kB each`,
      })
    } finally {
      for (const close of streams) close()
      await second.stop()
    }
  })
}

/** Each end of a stream is an open file, and the services have the same limit as this process. */
function requireOpenFiles(needed: number) {
  const [, allowed] = readFileSync('/proc/self/limits', 'utf8').match(/^Max open files\s+\d+\s+(\d+)/m) ?? []
  if (Number(allowed) < needed)
    throw new Error(
      `The streams need ${needed} open files, but only ${allowed} are allowed: raise ulimit -n.`,
    )
}

interface Written {
  key: string
  sentAt: number
}

/** Moves the task of a board to its other column, after its previous move: a move to where it already is sends nothing. */
function mover({ call }: Session) {
  const send = async (id: number, columnId: number): Promise<Written> => {
    const sentAt = performance.now()
    const { item } = await call(moveTask, { params: { id }, body: { columnId } })
    return { key: `${id} ${item.version}`, sentAt }
  }
  const moves = new Map<number, { round: number; done: Promise<unknown> }>()
  return ({ taskId, columns }: StreamBoard) => {
    const previous = moves.get(taskId) ?? { round: 0, done: Promise.resolve() }
    const round = previous.round + 1
    const done = previous.done.then(() => send(taskId, columns[round % 2] as number))
    moves.set(taskId, { round, done })
    return done
  }
}

async function delaysOf(written: Written[], arrivals: { key: string; at: number }[]) {
  const sentAt = new Map(written.map(write => [write.key, write.sentAt]))
  const expected = sentAt.size * READERS_PER_BOARD
  const arrived = () => arrivals.filter(({ key }) => sentAt.has(key))
  for (let waits = 0; arrived().length < expected; waits += 1) {
    if (waits === MAX_WAITS) throw new Error(`${arrived().length} frames of ${expected} arrived`)
    await sleep(100)
  }
  const delays = arrived().map(({ key, at }) => at - (sentAt.get(key) ?? 0))
  return { [`move until each of ${READERS_PER_BOARD} readers has it`]: share(delays, 0.95) }
}
