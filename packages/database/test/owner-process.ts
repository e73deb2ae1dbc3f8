import { Client } from 'pg'
import { startEmbeddedPostgres } from '../src/embedded-postgres.ts'

/** Starts a database in the given folder, commits one row and waits to be killed. */
const { databaseUrl } = await startEmbeddedPostgres(process.argv[2] ?? '')
const client = new Client({ connectionString: databaseUrl('postgres') })
await client.connect()
await client.query('create table kept (note text)')
await client.query(`insert into kept values ('committed by the owner')`)
await client.query('begin')
await client.query(`insert into kept values ('not committed')`)
process.send?.('ready')
