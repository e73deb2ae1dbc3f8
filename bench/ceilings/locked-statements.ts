import pg from 'pg'
import { perSecond } from './per-second.ts'

const CONNECTIONS = 16
/** Between begin and commit: eight round trips, all of them while one row is locked. */
const statements = [
  'select id from bench.counters where id = 1 for update',
  'update bench.counters set number = number + 1 where id = 1',
  'select id, column_id from bench.rows where id = 1',
  'select number from bench.counters where id = 1',
  `insert into bench.rows (column_id, title) values (1, 'A benchmark task') returning id`,
  `insert into bench.rows (column_id, title) values (2, 'Its activity')`,
  `insert into bench.rows (column_id, title) values (3, 'Its notification')`,
  'select count(*) from bench.counters',
]

async function measure(connectionString: string, seconds: number) {
  const clients = Array.from({ length: CONNECTIONS }, () => new pg.Client({ connectionString }))
  await Promise.all(clients.map(client => client.connect()))
  const result = await perSecond(seconds, CONNECTIONS, async number => {
    const client = clients[number] as pg.Client
    await client.query('begin')
    for (const [place, text] of statements.entries()) await client.query({ name: `statement ${place}`, text })
    await client.query('commit')
  })
  await Promise.all(clients.map(client => client.end()))
  return result
}

process.once('message', async message => {
  const { databaseUrl, seconds } = message as { databaseUrl: string; seconds: number }
  process.send?.(await measure(databaseUrl, seconds))
})
process.once('disconnect', () => process.exit(0))
