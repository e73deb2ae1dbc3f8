import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import { migrationsOf } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#database.ts'

const folder = migrationsOf('tasks')
const earlier = [
  '001-foundation',
  '002-administration',
  '003-boards-and-tasks',
  '004-time-feedback-notifications',
  '005-indexes',
]

test('a filled database of an ordinary owner is brought up to date with all that is in it', async () => {
  const url = await aDatabaseOfAnOrdinaryRole()
  assert.deepEqual(await migrate(url, folder, earlier), earlier)
  const db = open(url)
  const { projectId, stickerId } = await aTaskOfEarlier(db)
  assert.notEqual((await migrate(url, folder)).length, 0)
  assert.deepEqual(await migrate(url, folder), [])

  const worn = await sql`select project_id, sticker_id from task_stickers`.execute(db)
  assert.deepEqual(worn.rows, [{ projectId, stickerId }])
  await sql`insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
    select project_id, board_id, column_id, 2, 'Café', priority_id, creator_id, 2 from tasks`.execute(db)
  const texts = await sql<{ text: string }>`select text from task_texts order by task_id`.execute(db)
  assert.deepEqual(
    texts.rows.map(({ text }) => text),
    ['#1 отчет uber alles', '#2 cafe'],
  )
})

/** A task that wears a sticker, with letters that carry accents. */
async function aTaskOfEarlier(db: Kysely<DB>) {
  const { rows } = await sql<{ projectId: number; stickerId: number }>`
    with person as (insert into users (email, surname, name) values ('ann@example.org', 'Sample', 'Ann') returning id),
    project as (insert into projects (name, type, owner_id) select 'Home', 'personal', id from person returning id, owner_id),
    board as (insert into boards (project_id, name, position) select id, 'Board', 0 from project returning id),
    board_column as (insert into board_columns (board_id, title, position) select id, 'To do', 0 from board returning id, board_id),
    task as (insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
      select project.id, board_id, board_column.id, 1, 'Отчёт über alles', 2, owner_id, 1 from project, board_column returning id),
    sticker as (insert into stickers (name, color) values ('Rare', '#336699') returning id),
    worn as (insert into task_stickers (task_id, sticker_id) select task.id, sticker.id from task, sticker)
    select project.id as project_id, sticker.id as sticker_id from project, sticker`.execute(db)
  return rows[0] as { projectId: number; stickerId: number }
}

async function aDatabaseOfAnOrdinaryRole() {
  const server = String(process.env.ATRIUM_TEST_DATABASE_URL)
  const name = `tasks_${randomUUID().slice(0, 8)}`
  const administrator = open(server)
  await sql`create role ${sql.id(name)} login`.execute(administrator)
  await sql`create database ${sql.id(name)} owner ${sql.id(name)}`.execute(administrator)
  return server.replace(/\/\/[^@]+@/, `//${name}@`).replace('/postgres?', `/${name}?`)
}

function open(url: string) {
  const db = connect<DB>(url, { onError: error => assert.fail(error) })
  after(() => db.destroy())
  return db
}
