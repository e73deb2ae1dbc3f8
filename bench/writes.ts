import { withAtrium, withDatabase } from './atrium.ts'
import { type Board, createBoards } from './boards.ts'
import { createBareTables, eightStatementsUnderOneLock, loadBareService } from './ceilings.ts'
import { load } from './load.ts'
import { limit } from './options.ts'
import type { Report } from './report.ts'
import { type Send, signedIn } from './requests.ts'

const CONNECTIONS = 16
const FEW_CARDS = 10
const MANY_CARDS = limit('BENCH_CARDS')

/** Creating and moving tasks with 16 connections: in one column and in different projects. */
export function measureWrites(report: Report) {
  return withAtrium(report, {}, atrium =>
    withDatabase(atrium.tasksDatabaseUrl, async database => {
      const { tasksUrl: url, tasksDatabaseUrl: databaseUrl } = atrium
      const { headers, send, userId } = await signedIn(atrium)
      await createBareTables(database)
      const of = writesOf(headers)

      for (const kind of ['create', 'move'] as const) {
        const locked = await eightStatementsUnderOneLock(databaseUrl)
        const rates: number[] = []
        for (const cards of [FEW_CARDS, MANY_CARDS]) {
          const boards = await createBoards(database, userId, { boards: 1, columns: 1, cards })
          const result = await load({ url, connections: CONNECTIONS, requests: of[kind](boards) })
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

      await measureBulkChange(
        report,
        send,
        await createBoards(database, userId, { boards: 1, columns: 2, cards: BULK_TASKS }),
      )

      const boards = await createBoards(database, userId, { boards: CONNECTIONS, columns: 1, cards: 100 })
      const insert = {
        databaseUrl,
        text: 'insert into bench.rows (column_id, title) values ($1, $2) returning id',
        fields: ['columnId', 'title'],
      }
      for (const kind of ['create', 'move'] as const) {
        const options = { url, connections: CONNECTIONS, requests: of[kind](boards) }
        const { perSecond } = await loadBareService(options, insert)
        const ceiling = { name: 'bare Fastify, one insert and commit', perSecond }
        report.addSpeed({
          work: `${kind}, different projects`,
          load: await load(options),
          ceiling,
          target: 0.25,
        })
      }
    }),
  )
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

/** Each connection works on the next board; with one board, all of them do. */
function writesOf(headers: Record<string, string>) {
  const boardOf = (boards: Board[], connection: number) => boards[connection % boards.length] as Board
  const post = (path: string, body: object) => ({
    method: 'POST' as const,
    path,
    headers,
    body: JSON.stringify(body),
  })
  return {
    create: (boards: Board[]) => (connection: number) => {
      const [columnId] = boardOf(boards, connection).columns
      return [post('/task', { title: 'A benchmark task', columnId })]
    },
    /** Two tasks take turns at the end of the column, so that every request moves one. */
    move: (boards: Board[]) => (connection: number) => {
      const { columns, taskIds } = boardOf(boards, connection)
      const [columnId] = columns
      return [2 * connection, 2 * connection + 1].map(place =>
        post(`/task/${taskIds[place % taskIds.length]}/move-to-column`, { columnId }),
      )
    },
  }
}
