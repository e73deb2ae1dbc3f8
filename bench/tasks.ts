import { rmSync } from 'node:fs'
import pg from 'pg'
import { startAtriumForBench } from './atrium.ts'
import { emptyRoute } from './ceilings.ts'
import { load, report } from './load.ts'
import { benchSticker, loadBoard, loadProjects } from './tasks-data.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 100)
const PROJECTS = Number(process.env.BENCH_PROJECTS ?? 1000)

const atrium = await startAtriumForBench()
try {
  const database = new pg.Client({ connectionString: atrium.tasksDatabaseUrl })
  database.on('error', () => {}) // the server stops first
  await database.connect()
  const token = await signIn()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { item: me } = await send('GET', '/users/me')
  await loadProjects(database, me.id, 10)
  await measureThroughput()
  const small = await measureGrowth()
  await loadProjects(database, me.id, PROJECTS)
  const large = await measureGrowth()
  reportGrowth(small, large)
  await database.end()

  async function measureThroughput() {
    const empty = await emptyRoute(SECONDS)
    report('empty route', empty)
    const ceiling = { name: 'the empty route', perSecond: empty.perSecond }
    const { items } = await send('GET', '/task?limit=20')
    const [task] = items
    const bare = await measureBareSql(task.id)
    const get = (path: string) =>
      load({ url: atrium.tasksUrl, seconds: SECONDS, requests: [{ path, headers }] })
    const post = (path: string, body: object) =>
      load({
        url: atrium.tasksUrl,
        seconds: SECONDS,
        requests: [{ method: 'POST', path, headers, body: JSON.stringify(body) }],
      })
    report('read one task', await get(`/task/${task.id}`), {
      name: `the same SQL with pg (${bare.one.toFixed(0)}/s)`,
      perSecond: bare.one,
    })
    report('list 20', await get(`/task?limit=20&projectId=${task.projectId}`), {
      name: `the same SQL with pg (${bare.list.toFixed(0)}/s)`,
      perSecond: bare.list,
    })
    for (const cards of [1000, 5000]) {
      const { boardId } = await loadBoard(database, me.id, cards)
      report(`board of ${cards}`, await get(`/board/${boardId}/full?perColumn=5000`), ceiling)
      report(`board of ${cards}, 50 per column`, await get(`/board/${boardId}/full?perColumn=50`), ceiling)
    }
    report('create', await post('/task', { title: 'A benchmark task', columnId: task.columnId }), ceiling)
    report('move', await post(`/task/${task.id}/move-to-column`, { columnId: task.columnId }), ceiling)
  }

  /** The throughput of bare pg with named statements and as many connections as the service. */
  async function measureBareSql(id: number) {
    const pool = new pg.Pool({ connectionString: atrium.tasksDatabaseUrl, max: 10 })
    const one = await statementsPerSecond(pool, 'one', 'select * from tasks where id = $1', [id])
    const list = await statementsPerSecond(
      pool,
      'list',
      'select * from tasks where project_id = (select project_id from tasks where id = $1) and deleted_at is null order by id limit 20',
      [id],
    )
    await pool.end()
    return { one, list }
  }

  async function statementsPerSecond(pool: pg.Pool, name: string, text: string, values: unknown[]) {
    const deadline = performance.now() + SECONDS * 1000
    let count = 0
    const loop = async () => {
      for (; performance.now() < deadline; count += 1) await pool.query({ name, text, values })
    }
    await Promise.all(Array.from({ length: 10 }, loop))
    return count / SECONDS
  }

  /** p95 in ms of each kind of request: the median of three passes, to ignore outliers. */
  async function measureGrowth() {
    const passes = [await measurePass(), await measurePass(), await measurePass()]
    const median = (name: string) => passes.map(pass => pass[name] ?? 0).sort((a, b) => a - b)[1] ?? 0
    return Object.fromEntries(Object.keys(passes[0] ?? {}).map(name => [name, median(name)]))
  }

  /** Sends the requests sequentially. */
  async function measurePass() {
    const { items } = await send('GET', '/task?limit=1000')
    const task = items[0]
    const { projectId, boardId, columnId } = task
    const stickerId = await benchSticker(database)
    const lists: Record<string, string> = {
      'all my tasks': '',
      'by project': `projectId=${projectId}`,
      'by board': `boardId=${boardId}`,
      'by column': `columnId=${columnId}`,
      'assigned to me': 'assigneeId=me',
      unassigned: 'assigneeId=none',
      'created by me': 'creatorId=me',
      'by priority': 'priorityId=3',
      'by sticker': `stickerId=${stickerId}`,
      'by ids': `ids=${items.slice(0, 50).map(({ id }: { id: number }) => id)}`,
      'due in a week': `dueFrom=${day(0)}&dueTo=${day(7)}`,
      overdue: 'overdue=true',
      completed: 'completed=true',
      'created today': `createdFrom=${day(0)}`,
      trash: 'deleted=true',
      'search, rare word': 'search=1679091c5a880faf',
      'search, common word': 'search=about',
      'search, part of a word': 'search=wha+oug',
      'search, two characters': 'search=be',
      'search by number': 'search=%23500',
      ...Object.fromEntries(
        ['position', '-createdAt', '-updatedAt', 'dueDate', '-priority', 'number', 'title'].map(by => [
          `order ${by}`,
          `orderBy=${by}`,
        ]),
      ),
    }
    const figures: Record<string, number> = {}
    for (const [name, query] of Object.entries(lists))
      figures[name] = await p95(() => send('GET', `/task?${query}`))
    figures['board snapshot'] = await p95(() => send('GET', `/board/${boardId}/full`))
    figures['read one'] = await p95(() => send('GET', `/task/${task.id}`))
    figures.create = await p95(() => send('POST', '/task', { title: 'A benchmark task', columnId }))
    const others = items.filter((other: { columnId: number }) => other.columnId === columnId)
    figures.move = await p95(round => {
      const afterTaskId = others[round % others.length].id
      return send('POST', `/task/${task.id}/move-to-column`, { columnId, afterTaskId })
    })
    return figures
  }

  async function p95(request: (round: number) => Promise<unknown>) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + 20; round += 1) {
      const start = performance.now()
      await request(round)
      if (round >= 20) times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  }

  function reportGrowth(few: Record<string, number>, many: Record<string, number>) {
    console.log(
      `\np95 of ${ROUNDS} sequential requests in ms, median of three passes; the user owns 10 projects of 1,000 tasks\n`,
    )
    console.log(
      `${''.padEnd(26)}${'10,000 tasks'.padStart(14)}${`${PROJECTS},000 tasks`.padStart(16)}    ratio`,
    )
    for (const name of Object.keys(few)) {
      const [before, after] = [few[name] ?? 0, many[name] ?? 0]
      const ratio = (after / before).toFixed(1)
      console.log(
        `${name.padEnd(26)}${before.toFixed(1).padStart(14)}${after.toFixed(1).padStart(16)}${ratio.padStart(9)}`,
      )
    }
  }

  async function send(method: string, path: string, body?: object) {
    const response = await fetch(atrium.tasksUrl + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
    return (await response.json()) as any
  }

  async function signIn() {
    const { email: login, password } = atrium.person
    const response = await fetch(`${atrium.tasksUrl}/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login, password }),
    })
    return ((await response.json()) as { token: string }).token
  }
} finally {
  await atrium.stop()
  rmSync(atrium.dataFolder, { recursive: true, force: true })
}

function day(fromToday: number) {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)
}
