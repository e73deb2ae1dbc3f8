import { type Request, sendRequests } from './connection.ts'
import { limit, SECONDS } from './options.ts'
import { cpuTimeOf } from './processes.ts'

const MAX_WARM_UPS = 15

/** Times in milliseconds. */
export interface Load {
  perSecond: number
  p50: number
  p99: number
  errors: number
  /** CPU time per answer in microseconds, if `processes` were given. */
  cpu?: Record<keyof Processes | 'generator', number>
}

/** Processes can start and end during a measurement. */
export type Processes = Record<'service' | 'database', () => number[]>

export interface LoadOptions {
  url: string
  seconds?: number
  connections?: number
  /** The expected status; any 2xx unless stated. */
  status?: number
  /** How many answers it takes until the code is warm, for work that is slow; with a limit in time. */
  warmUpAnswers?: number
  /** The processes that answer, if their CPU time is of interest. */
  processes?: Processes
  /** The requests of every connection, or those of each one. */
  requests: Request[] | ((connection: number) => Request[])
}

/** Sends requests over loopback for a fixed time after a warm-up. */
export async function load(options: LoadOptions): Promise<Load> {
  const { processes, seconds = SECONDS } = options
  await warmUp(options)
  if (!processes) return run(options, seconds)
  const cpuTimes = () => ({
    service: cpuTimeOf(processes.service()),
    database: cpuTimeOf(processes.database()),
    generator: cpuTimeOf([process.pid]),
  })
  const before = cpuTimes()
  const result = await run(options, seconds)
  const after = cpuTimes()
  const answers = result.perSecond * seconds
  const perAnswer = (of: keyof typeof after) => (after[of] - before[of]) / answers
  return {
    ...result,
    cpu: {
      service: perAnswer('service'),
      database: perAnswer('database'),
      generator: perAnswer('generator'),
    },
  }
}

/** V8 compiles by the number of calls, so slow work takes longer to get warm. */
async function warmUp(options: LoadOptions) {
  const seconds = limit('BENCH_WARM_UP')
  const { warmUpAnswers = 0 } = options
  let answers = 0
  for (let round = 0; round < MAX_WARM_UPS && (round === 0 || answers < warmUpAnswers); round += 1)
    answers += (await run(options, seconds)).perSecond * seconds
}

async function run({ url, connections = 32, status, requests }: LoadOptions, seconds: number): Promise<Load> {
  const times: number[] = []
  let errors = 0
  const end = performance.now() + seconds * 1000
  const onAnswer = (code: number, milliseconds: number) => {
    if (performance.now() > end) return
    times.push(milliseconds)
    const isExpected = status ? code === status : code >= 200 && code < 300
    if (!isExpected) errors += 1
  }
  const onLoss = () => {
    errors += 1
  }
  await Promise.all(
    Array.from({ length: connections }, (_, connection) =>
      sendRequests({
        url,
        requests: typeof requests === 'function' ? requests(connection) : requests,
        isOver: () => performance.now() >= end,
        onAnswer,
        onLoss,
      }),
    ),
  )
  return { perSecond: times.length / seconds, p50: share(times, 0.5), p99: share(times, 0.99), errors }
}

/** The value below which this share of the values is. */
export function share(values: number[], part: number) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0
}
