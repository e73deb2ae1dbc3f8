import { createTask, moveTask } from '@atrium/tasks/tasks/task.contract'
import type pg from 'pg'
import { type BenchAtrium, withAtrium, withDatabase } from './atrium.ts'
import { type Board, createBoards } from './boards.ts'
import { createBareTables, eightStatementsUnderOneLock, loadBareService } from './ceilings.ts'
import type { Request } from './connection.ts'
import { load } from './load.ts'
import { limit } from './options.ts'
import type { Report } from './report.ts'
import { type Send, type Session, signedIn } from './requests.ts'

const CONNECTIONS = 16
const FEW_CARDS = 10
const MANY_CARDS = limit('BENCH_CARDS')
const kinds = ['create', 'move'] as const

/** Creating and moving tasks with 16 connections: in one column and in different projects. */
export function measureWrites(report: Report) {
  return withAtrium(report, {}, atrium =>
    withDatabase(atrium.tasksDatabaseUrl, async database => {
      const user = await signedIn(atrium)
      await createBareTables(database)
      await measureOneColumn(report, atrium, database, user)
      const columns = { boards: 1, columns: 2, cards: BULK_TASKS }
      await measureBulkChange(report, user.send, await createBoards(database, user.userId, columns))
      await measureProjects(report, atrium, database, user)
    }),
  )
}

async function measureOneColumn(report: Report, atrium: BenchAtrium, database: pg.Client, user: Session) {
  const { tasksUrl: url, tasksDatabaseUrl } = atrium
  const processes = atrium.processesOf('tasks')
  for (const kind of kinds) {
    const locked = await eightStatementsUnderOneLock(tasksDatabaseUrl)
    const rates: number[] = []
    for (const cards of [FEW_CARDS, MANY_CARDS]) {
      const boards = await createBoards(database, user.userId, { boards: 1, columns: 1, cards })
      const requests = await requestsOf(user, kind, boards)
      const result = await load({ url, connections: CONNECTIONS, requests, processes })
      const work = `${kind}, one column that starts with ${cards.toLocaleString('en')} cards`
      report.addSpeed({ work, load: result, ceiling: locked, target: 0.5 })
      rates.push(result.perSecond)
    }
    const [few = 0, many = 0] = rates
    report.addFigure({
      name: `${kind} with ${MANY_CARDS.toLocaleString('en')} cards in the column against ${FEW_CARDS}`,
      value: many / few,
      unit: '×',
      atLeast: 0.8,
    })
  }
}

/** Each connection works in a project of its own: as a user with and without keys, and as an owner of the installation. */
async function measureProjects(report: Report, atrium: BenchAtrium, database: pg.Client, user: Session) {
  const { tasksUrl: url, tasksDatabaseUrl: databaseUrl, owner } = atrium
  const insert = {
    databaseUrl,
    text: 'insert into bench.rows (column_id, title) values ($1, $2) returning id',
    fields: ['columnId', 'title'],
  }
  const processes = atrium.processesOf('tasks')
  const installationOwner = await signedIn({ ...atrium, person: owner })
  const boardsOf = ({ userId }: Session) =>
    createBoards(database, userId, { boards: CONNECTIONS, columns: 1, cards: 100 })
  const boards = await boardsOf(user)
  const ownBoards = await boardsOf(installationOwner)
  for (const kind of kinds) {
    const keyed = await requestsOf(user, kind, boards)
    const options = { url, connections: CONNECTIONS, requests: keyed }
    const { perSecond } = await loadBareService(options, insert)
    const ceiling = { name: 'bare Fastify, one insert and commit', perSecond }
    const work = `${kind}, different projects`
    const withKey = await load({ ...options, processes })
    report.addSpeed({ work, load: withKey, ceiling, target: 0.25 })

    const bare = (connection: number) => keyed(connection).map(request => ({ ...request, hasKey: false }))
    const withoutKey = await load({ ...options, requests: bare, processes })
    report.addSpeed({ work: `${work}, without a key`, load: withoutKey, ceiling })
    report.addFigure({
      name: `${kind} with an Idempotency-Key against without one`,
      value: withKey.perSecond / withoutKey.perSecond,
      unit: '×',
      atLeast: 0.85,
    })

    const byOwner = await load({
      ...options,
      requests: await requestsOf(installationOwner, kind, ownBoards),
      processes,
    })
    report.addSpeed({ work: `${work}, as an owner of the installation`, load: byOwner, ceiling })
    report.addFigure({
      name: `${kind}: an owner of the installation against another user`,
      value: byOwner.perSecond / withKey.perSecond,
      unit: '×',
      atLeast: 0.95,
    })
  }
}

const BULK_TASKS = 1000
const BULK_ROUNDS = 10

/** 1,000 tasks of one project get another due date and move to another column, one request after the other. */
async function measureBulkChange(report: Report, send: Send, [board]: Board[]) {
  const { columns = [], taskIds = [] } = board ?? {}
  const ids = taskIds.slice(0, BULK_TASKS)
  const times: number[] = []
  for (let round = 0; round < BULK_ROUNDS; round += 1) {
    const columnId = columns[(round + 1) % 2]
    const start = performance.now()
    await send('POST', '/task/bulk', { ids, change: { columnId, dueDate: `2030-01-${10 + round}` } })
    times.push(performance.now() - start)
  }
  const name = `change and move ${BULK_TASKS.toLocaleString('en')} tasks in one request, slowest of ${BULK_ROUNDS}`
  report.addFigure({ name, value: Math.max(...times), unit: 'ms', atMost: 2000 })
}

/**
 * The requests of each connection, which works on the next board; with one board, all of them do. Two tasks take turns at
 * the end of the column, so that every request moves one.
 */
async function requestsOf({ prepare }: Session, kind: (typeof kinds)[number], boards: Board[]) {
  const requests: Request[][] = []
  for (let connection = 0; connection < CONNECTIONS; connection += 1) {
    const { columns, taskIds } = boards[connection % boards.length] as Board
    const columnId = columns[0] as number
    const idAt = (place: number) => taskIds[place % taskIds.length] as number
    const move = (id: number) => prepare(moveTask, { params: { id }, body: { columnId } })
    requests.push(
      kind === 'create'
        ? [await prepare(createTask, { body: { title: 'A benchmark task', columnId } })]
        : [await move(idAt(2 * connection)), await move(idAt(2 * connection + 1))],
    )
  }
  return (connection: number) => requests[connection] as Request[]
}
