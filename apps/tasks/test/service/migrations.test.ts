import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
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

test('a database with data is migrated without superuser rights and keeps its data', async () => {
  const url = await createUnprivilegedDatabase()
  assert.deepEqual(await migrate(url, folder, earlier), earlier)
  const db = open(url)
  const { projectId, stickerId } = await createOldTask(db)
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

/** Versions of migrations that were edited after some installations had run them. */
const editedLater = {
  'the first 005': {
    through: '005-indexes',
    files: { '005-indexes': current('005-indexes').replace('(due_date, id)', '(due_date)') },
  },
  'the first 006': {
    through: '009-search-without-accents',
    files: {
      '006-task-filters': current('006-task-filters')
        .replace('by priority, by sticker, in the trash:', 'by priority or by sticker:')
        .replace(/create index tasks_deleted_project_idx.*\n\n/, ''),
    },
  },
  '006 under its first name': {
    through: '006-tasks-by-priority',
    files: {
      '006-task-filters': undefined,
      '006-tasks-by-priority': `-- The tasks of some projects by priority: with the priority alone everybody's tasks of that priority would be read.
create index tasks_priority_project_idx on tasks (priority_id, project_id);
drop index tasks_priority_id_idx;
`,
    },
  },
}

for (const [name, { through, files }] of Object.entries(editedLater)) {
  test(`an installation that ran ${name} ends up with the current schema`, async () => {
    const url = await createUnprivilegedDatabase()
    const older = createOldMigrations(files)
    const names = readdirSync(older).map(file => file.replace('.sql', ''))
    await migrate(
      url,
      older,
      names.filter(each => each <= through),
    )
    const db = open(url)
    await createOldTask(db, !through.startsWith('009'))
    await migrate(url, folder)

    const fresh = await createUnprivilegedDatabase()
    await migrate(fresh, folder)
    assert.deepEqual(await schemaOf(db), await schemaOf(open(fresh)))
    assert.deepEqual(await migrate(url, folder), [])
  })
}

function current(name: string) {
  return readFileSync(new URL(`${name}.sql`, folder), 'utf8')
}

function createOldMigrations(files: Record<string, string | undefined>) {
  const older = mkdtempSync(join(tmpdir(), 'atrium-migrations-'))
  after(() => rmSync(older, { recursive: true, force: true }))
  for (const file of readdirSync(folder).filter(each => each.endsWith('.sql')))
    copyFileSync(new URL(file, folder), join(older, file))
  for (const [name, content] of Object.entries(files)) {
    const file = join(older, `${name}.sql`)
    if (content === undefined) rmSync(file)
    else writeFileSync(file, content)
  }
  return pathToFileURL(`${older}/`)
}

async function schemaOf(db: Kysely<DB>) {
  const { rows } = await sql`
    select 'column' as kind, table_name || '.' || column_name as name,
      concat_ws(' ', data_type, is_nullable, column_default) as definition
    from information_schema.columns where table_schema = 'public'
    union all select 'index', indexname, indexdef from pg_indexes where schemaname = 'public'
    union all select 'migration', name, checksum from schema_migrations
    order by 1, 2`.execute(db)
  return rows
}

/** A task with a sticker, and a title with diacritics. */
async function createOldTask(db: Kysely<DB>, hasPlainStickers = true) {
  const columns = hasPlainStickers
    ? sql`(task_id, sticker_id) select task.id, sticker.id`
    : sql`(task_id, sticker_id, project_id) select task.id, sticker.id, project.id`
  const { rows } = await sql<{ projectId: number; stickerId: number }>`
    with person as (insert into users (email, surname, name) values ('ann@example.org', 'Sample', 'Ann') returning id),
    project as (insert into projects (name, type, owner_id) select 'Home', 'personal', id from person returning id, owner_id),
    board as (insert into boards (project_id, name, position) select id, 'Board', 0 from project returning id),
    board_column as (insert into board_columns (board_id, title, position) select id, 'To do', 0 from board returning id, board_id),
    task as (insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
      select project.id, board_id, board_column.id, 1, 'Отчёт über alles', 2, owner_id, 1 from project, board_column returning id),
    sticker as (insert into stickers (name, color) values ('Rare', '#336699') returning id),
    worn as (insert into task_stickers ${columns} from task, sticker, project)
    select project.id as project_id, sticker.id as sticker_id from project, sticker`.execute(db)
  return rows[0] as { projectId: number; stickerId: number }
}

async function createUnprivilegedDatabase() {
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
