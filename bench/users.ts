import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startAtriumForBench } from './atrium.ts'

const SMALL = 1000
const LARGE = 100_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 150)

const queries = {
  'first page': '/users?limit=20',
  'page 40': '/users?limit=20&page=40',
  'by email, descending': '/users?limit=20&orderBy=-email',
  'search by surname': '/users?search=surname7',
  'search, rare': '/users?search=mail4242@',
  'filter by email': '/users?email=mail77@example.org',
  'filter by date': '/users?createdFrom=2030-01-01',
}

const atrium = await startAtriumForBench()
try {
  const database = new pg.Client({ connectionString: atrium.identityDatabaseUrl })
  database.on('error', () => {}) // the server stops first
  await database.connect()
  const token = await clientToken()
  const small = await measure(SMALL)
  const large = await measure(LARGE)
  console.log(`p95 of ${ROUNDS} sequential requests in ms\n`)
  console.log(`${''.padEnd(26)}${`${SMALL} users`.padStart(14)}${`${LARGE} users`.padStart(14)}    ratio`)
  for (const name of Object.keys(queries)) {
    const [few, many] = [small[name] ?? 0, large[name] ?? 0]
    console.log(
      `${name.padEnd(26)}${few.toFixed(1).padStart(14)}${many.toFixed(1).padStart(14)}${(many / few).toFixed(1).padStart(9)}`,
    )
  }
  await database.end()

  async function measure(users: number) {
    await database.query(
      `insert into users (email, phone, password_hash, surname, name, consent_at, created_at)
       select 'mail' || n || '@example.org', '+1999' || lpad(n::text, 7, '0'), '-', 'Surname' || n, 'Name' || n, now(),
         now() - make_interval(mins => n::int)
       from generate_series((select count(*) from users) + 1, $1::int) as n`,
      [users],
    )
    await database.query('vacuum analyze users')
    await sleep(500)
    const figures: Record<string, number> = {}
    for (const [name, path] of Object.entries(queries)) figures[name] = await p95(path)
    return figures
  }

  async function p95(path: string) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS + 20; round += 1) {
      const start = performance.now()
      const response = await fetch(atrium.identityUrl + path, {
        headers: { authorization: `Bearer ${token}` },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
      if (round >= 20) times.push(performance.now() - start)
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  }

  async function clientToken() {
    const { client_id, client_secret } = atrium.client
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const response = await fetch(`${atrium.identityUrl}/token`, { method: 'POST', body })
    return ((await response.json()) as { access_token: string }).access_token
  }
} finally {
  await atrium.stop()
  rmSync(atrium.dataFolder, { recursive: true, force: true })
}
