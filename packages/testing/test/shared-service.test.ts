import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { rememberDeps, rememberRows, shareBetweenFiles } from '../src/shared-service.ts'
import { createEmptyDatabase } from '../src/test-database.ts'

const url = await createEmptyDatabase()
const client = new pg.Client({ connectionString: url })
await client.connect()
after(() => client.end())
const listeners: (() => void)[] = []
client.on('notification', () => {
  for (const listener of listeners) listener()
})
const bus = { onGap: (listener: () => void) => void listeners.push(listener) }

await client.query(`
  listen changes;
  create table teams (id int generated always as identity primary key, name text not null,
    initial text generated always as (left(name, 1)) stored);
  create table people (id int generated always as identity primary key, team_id int not null references teams);
  create table entries (id int generated always as identity, text text);
  create function keep_entries() returns trigger language plpgsql as $$ begin raise 'kept'; end $$;
  create trigger keep before delete on entries for each row execute function keep_entries();
  insert into teams (name) values ('First'), ('Second');
  insert into people (team_id) values (1);
  create schema other;
  create table other.settings (name text primary key, value text);
  insert into other.settings values ('size', '1')`)
const before = await rowsOf()

async function rowsOf() {
  const tables = ['teams', 'people', 'entries', 'other.settings']
  const rows = tables.map(async table => (await client.query(`select * from ${table} order by 1`)).rows)
  return Promise.all(rows)
}

test('the next file finds the rows with which the service started, and ids that no file before it used', async () => {
  let isNotified = false
  bus.onGap(() => {
    isNotified = true
  })
  const restore = await rememberRows(url, { channel: 'changes', bus })
  await client.query(`
    update teams set name = 'Renamed' where id = 1;
    delete from other.settings;
    insert into teams (name) values ('Third');
    insert into people (team_id) values (3);
    insert into entries (text) values ('something');
    delete from teams where id = 2`)
  await restore()
  assert.deepEqual(await rowsOf(), before)
  assert.ok(isNotified)
  const { rows } = await client.query("insert into teams (name) values ('Fourth') returning id")
  assert.deepEqual(rows, [{ id: 4 }])
  await restore()
  assert.deepEqual(await rowsOf(), before)
})

test('the next file finds the dependencies and settings with which the service started', () => {
  const now = () => new Date(0)
  const deps: { now: () => Date; settings: { REGISTRATION: string } } = {
    now,
    settings: { REGISTRATION: 'open' },
  }
  const restore = rememberDeps(deps)
  deps.now = () => new Date(1)
  deps.settings.REGISTRATION = 'closed'
  restore()
  assert.deepEqual(deps, { now, settings: { REGISTRATION: 'open' } })
})

test('a service is started once, and restored for each file after the first', async () => {
  const steps: string[] = []
  const lend = shareBetweenFiles(async () => {
    steps.push('start')
    return { service: 'service', restore: async () => void steps.push('restore') }
  })
  assert.deepEqual([await lend(), await lend(), await lend()], ['service', 'service', 'service'])
  assert.deepEqual(steps, ['start', 'restore', 'restore'])
})
