/** Every limit with its default and meaning, as `npm run bench -- --help` lists them. */
export const variables = {
  BENCH_SECONDS: [6, 'length of each measurement'],
  BENCH_WARM_UP: [2, 'seconds of the same load before each measurement'],
  BENCH_ROUNDS: [100, 'requests per figure of the growth table'],
  BENCH_PASSES: [3, 'passes of the growth table; their median counts'],
  BENCH_RUNS: [5, 'visits of each page in a browser; their median counts'],
  BENCH_ACTIONS: [20, 'repetitions of each everyday action in a browser'],
  BENCH_ACTIVITIES: [5000, 'activities of a day at the office'],
  BENCH_CARDS: [10_000, 'cards in the large column'],
  BENCH_TASKS: [1_000_000, 'tasks, compared with 10,000'],
  BENCH_USERS: [100_000, 'users, compared with 1,000'],
  BENCH_STREAMS: [5000, 'open streams, compared with 100'],
  BENCH_MEMBERS: [2000, 'members of a project, compared with 10'],
  BENCH_EVENTS: [10_000, 'events per minute for a receiver of webhooks that never answers'],
  BENCH_NOTIFICATIONS: [1000, 'notifications per second, compared with 10'],
} as const

export function limit(name: keyof typeof variables): number {
  return Number(process.env[name] ?? variables[name][0])
}

export const SECONDS = limit('BENCH_SECONDS')
