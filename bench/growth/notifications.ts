import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withAtrium, withDatabase } from '../atrium.ts'
import { share } from '../load.ts'
import { limit, SECONDS } from '../options.ts'
import type { Report } from '../report.ts'
import { type Send, signedIn } from '../requests.ts'
import { growthOf, growthTitle } from './p95.ts'
import { atSteadyRate } from './pace.ts'
import { createStreamBoards, signInMany } from './stream-data.ts'
import { type Message, readStream } from './stream-reader.ts'

const COMMENTS_PER_SECOND = 10
const BOARDS = 50
const READ_PAUSE_MS = 20

/** Comments on watched tasks: first with one watcher each, then with as many as it takes. */
export function measureNotificationGrowth(report: Report) {
  const watchers = Math.ceil(limit('BENCH_NOTIFICATIONS') / COMMENTS_PER_SECOND)
  return withAtrium(report, {}, atrium =>
    withDatabase(atrium.tasksDatabaseUrl, async database => {
      const { send } = await signedIn(atrium)
      const [reader = ''] = await signInMany(atrium, 1)
      const boards = await createStreamBoards(atrium, BOARDS)
      const taskIds = boards.map(({ taskId }) => taskId)
      const arrivedAt = new Map<number, number>()
      const close = await readStream(atrium.tasksUrl, reader, '', ({ event, data }: Message) => {
        const commentId = data?.context?.commentId
        if (event === 'notification' && commentId) arrivedAt.set(commentId, performance.now())
      })
      await addWatchers(database, taskIds, 1)
      const small = await measureComments(send, taskIds, arrivedAt)
      await addWatchers(database, taskIds, watchers)
      const large = await measureComments(send, taskIds, arrivedAt)
      close()
      const title = growthTitle(
        COMMENTS_PER_SECOND,
        watchers * COMMENTS_PER_SECOND,
        'notifications per second',
      )
      report.addGrowth(title, growthOf(small, large))
    }),
  )
}

/** The reader, whose stream is open, is the first watcher; users without a session are the others. */
async function addWatchers(database: pg.Client, taskIds: number[], watchers: number) {
  await database.query(
    `insert into users (email, surname, name) select 'watcher' || n || '@example.org', 'Watcher', 'Number ' || n
     from generate_series(2, $1::int) as n`,
    [watchers],
  )
  await database.query(
    `insert into project_members (project_id, user_id, role)
     select projects.id, users.id, 'member' from projects, users
     where projects.name like 'Stream %' and users.email like 'watcher%@example.org' on conflict do nothing`,
  )
  await database.query(
    `insert into task_watchers (task_id, user_id, is_watching)
     select task_id, users.id, true from unnest($1::bigint[]) as task_id, users
     where users.email ~ '^(watcher|reader)[0-9]+@example.org$' on conflict do nothing`,
    [taskIds],
  )
  await database.query('vacuum analyze')
}

async function measureComments(send: Send, taskIds: number[], arrivedAt: Map<number, number>) {
  const comment = async (number: number) => {
    const sentAt = performance.now()
    const { item } = await send('POST', `/task/${taskIds[number % taskIds.length]}/comment`, {
      text: `Comment ${number}`,
    })
    return { id: Number(item.id), sentAt, answeredAt: performance.now() }
  }
  await atSteadyRate(COMMENTS_PER_SECOND, { from: 0, count: COMMENTS_PER_SECOND }, comment)

  const reads: number[] = []
  let isOver = false
  const reading = (async () => {
    for (; !isOver; await sleep(READ_PAUSE_MS)) {
      const start = performance.now()
      await send('GET', `/task/${taskIds[0]}`)
      reads.push(performance.now() - start)
    }
  })()
  const count = 3 * SECONDS * COMMENTS_PER_SECOND
  const written = await atSteadyRate(COMMENTS_PER_SECOND, { from: 1, count }, comment)
  isOver = true
  await reading
  await sleep(1000)
  const arrived = written.filter(({ id }) => arrivedAt.has(id))
  if (arrived.length < written.length)
    throw new Error(`${arrived.length} notifications of ${written.length} arrived at the open stream`)
  return {
    comment: share(
      written.map(({ sentAt, answeredAt }) => answeredAt - sentAt),
      0.95,
    ),
    'comment until its notification arrives': share(
      arrived.map(({ id, sentAt }) => (arrivedAt.get(id) ?? 0) - sentAt),
      0.95,
    ),
    'read one task meanwhile': share(reads, 0.95),
  }
}
