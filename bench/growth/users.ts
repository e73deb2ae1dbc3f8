import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withAtrium, withDatabase } from '../atrium.ts'
import { limit } from '../options.ts'
import type { Report } from '../report.ts'
import { issueTokens } from '../requests.ts'
import { growthOf, growthTitle, measureP95, type Works } from './p95.ts'

const SMALL = 1000
const LARGE = limit('BENCH_USERS')

const queries = {
  'first page': '/users?limit=20',
  'page 40': '/users?limit=20&page=40',
  'by email, descending': '/users?limit=20&orderBy=-email',
  'search that matches 11 %': '/users?search=surname7',
  'search, rare': '/users?search=mail4242@',
  'filter by email': '/users?email=mail77@example.org',
  'filter by date': '/users?createdFrom=2030-01-01',
}

/** The user list with its searches and filters. */
export function measureUserGrowth(report: Report) {
  return withAtrium(report, {}, atrium =>
    withDatabase(atrium.identityDatabaseUrl, async database => {
      const { access_token } = await issueTokens(atrium)
      const headers = { authorization: `Bearer ${access_token}` }
      const read = async (path: string) => {
        const response = await fetch(atrium.identityUrl + path, { headers })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${path} returned ${response.status}`)
      }
      const works: Works = Object.fromEntries(
        Object.entries(queries).map(([name, path]) => [name, () => read(path)]),
      )
      await createUsers(database, SMALL)
      const small = await measureP95(works)
      await createUsers(database, LARGE)
      const large = await measureP95(works)
      report.addGrowth(growthTitle(SMALL, LARGE, 'users'), growthOf(small, large))
    }),
  )
}

async function createUsers(database: pg.Client, users: number) {
  await database.query(
    `insert into users (email, phone, password_hash, surname, name, consent_at, created_at)
     select 'mail' || n || '@example.org', '+1999' || lpad(n::text, 7, '0'), '-', 'Surname' || n, 'Name' || n, now(),
       now() - make_interval(mins => n::int)
     from generate_series((select count(*) from users) + 1, $1::int) as n`,
    [users],
  )
  await database.query('vacuum analyze users')
  await sleep(500)
}
