import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, test } from 'node:test'
import { connect } from '@atrium/database/connect'
import { migrate } from '@atrium/database/migrate'
import { createEmptyDatabase, createTestDatabase, migrationsOf } from '@atrium/testing/test-database'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#database.ts'
import { notOfProjects, projectColumnOf } from '../project-columns.ts'

const folder = migrationsOf('tasks')
const before = readdirSync(folder).flatMap(file => (file < '078' ? file.replace('.sql', '') : []))

test('every table names the project of its records, or is listed as one without', async () => {
  const db = open(await createTestDatabase('tasks'))
  const { rows } = await sql<{ name: string; required: string[] }>`
    select relname as name, array(
      select attname::text from pg_attribute where attrelid = pg_class.oid and attnum > 0 and attnotnull) as required
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(db)
  const without = rows.filter(({ name, required }) => !required.includes(projectColumnOf(name)))
  assert.deepEqual(
    without.map(({ name }) => name),
    Object.values(notOfProjects).flatMap(Object.keys).sort(),
  )
})

test('records from before there was the column get the project of what they belong to', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, folder, before)
  const db = open(url)
  const { taskId, otherTaskId } = await createTasks(db)
  await insertRecords(db, taskId, otherTaskId)
  await sql`insert into past_columns (id, title) values (1000, 'Never used'), (1001, 'Former')`.execute(db)
  await sql`insert into task_stages (task_id, project_id, board_id, column_id, created_at, entered_at, left_at)
    values (1000, 7, 1, 1001, now(), now(), now())`.execute(db)
  await sql`insert into board_changes (board_id) values (1000)`.execute(db)
  await migrate(url, folder)
  await assertProjects(db, { taskId, otherTaskId })
  const { rows } = await sql`select id, project_id as "projectId" from past_columns`.execute(db)
  assert.deepEqual(rows, [{ id: 1001, projectId: 7 }])
})

test('records that the previous release writes get their project, and follow their task to another', async () => {
  const db = open(await createTestDatabase('tasks'))
  const { taskId, otherTaskId } = await createTasks(db)
  await insertRecords(db, taskId, otherTaskId)
  await assertProjects(db, { taskId, otherTaskId })
  await sql`update tasks set project_id = other.project_id, board_id = other.board_id, column_id = other.column_id,
      number = 2, position = 2, field_values = '{}'
    from tasks as other where tasks.id = ${taskId} and other.id = ${otherTaskId}`.execute(db)
  await assertProjects(db, { taskId, otherTaskId })
})

test('while existing records are filled, tasks and their parts can change projects', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, folder, [...before, '078-projects-of-records'])
  const db = open(url)
  const { taskId, otherTaskId } = await createTasks(db)
  await insertRecords(db, taskId, otherTaskId)
  await sql`update comments set project_id = null`.execute(db) // as if it were older than the column
  await sql`update tasks set project_id = other.project_id, board_id = other.board_id, column_id = other.column_id,
      number = 2, position = 2, field_values = '{}'
    from tasks as other where tasks.id = ${taskId} and other.id = ${otherTaskId}`.execute(db)
  await migrate(url, folder)
  await assertProjects(db, { taskId, otherTaskId })
})

/** Creates a task in each of two projects. */
async function createTasks(db: Kysely<DB>) {
  const { rows } = await sql<{ id: number }>`
    with person as (insert into users (email, surname, name) values ('ann@example.org', 'Sample', 'Ann') returning id),
    project as (insert into projects (name, type, owner_id) select name, 'agency', person.id
      from person, unnest(array['First', 'Second']) as name returning id, owner_id),
    board as (insert into boards (project_id, name, position) select id, 'Board', 0 from project returning id, project_id),
    board_column as (insert into board_columns (board_id, title, position) select id, 'To do', 0 from board returning id, board_id)
    insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
    select project.id, board_id, board_column.id, 1, 'Task', 2, owner_id, 1
    from project join board on board.project_id = project.id join board_column on board_column.board_id = board.id
    order by project.id returning id`.execute(db)
  const [first, second] = rows
  return { taskId: first?.id as number, otherTaskId: second?.id as number }
}

/** Inserts a record of each kind as release 0.2 does, without its project. */
async function insertRecords(db: Kysely<DB>, taskId: number, otherTaskId: number) {
  const userId = sql`(select id from users)`
  const boardId = sql`(select board_id from tasks where id = ${taskId})`
  const projectId = sql`(select project_id from tasks where id = ${taskId})`
  const commentId = sql`(select id from comments)`
  const importId = sql`(select id from imports)`
  for (const statement of [
    sql`insert into starred_boards (user_id, board_id) values (${userId}, ${boardId})`,
    sql`insert into checklist_items (task_id, title, position) values (${taskId}, 'Item', 1)`,
    sql`insert into comments (task_id, author_id, text) values (${taskId}, ${userId}, 'Text')`,
    sql`insert into comment_reactions (comment_id, user_id, emoji) values (${commentId}, ${userId}, '👍')`,
    sql`insert into attachments (task_id, uploader_id, key, name, type, size, sha256)
      values (${taskId}, ${userId}, 'key', 'a.txt', 'text/plain', 1, 'a')`,
    sql`insert into task_watchers (task_id, user_id, is_watching) values (${taskId}, ${userId}, true)`,
    sql`insert into task_recurrences (task_id, mode, rule, start_date, time_zone, lead_days)
      values (${taskId}, 'calendar', 'FREQ=DAILY', '2026-01-01', 'UTC', 0)`,
    sql`insert into time_intervals (task_id, user_id, started_at, ended_at, source)
      values (${taskId}, ${userId}, now() - interval '1 hour', now(), 'manual')`,
    sql`insert into custom_fields (project_id, name, type, position) values (${projectId}, 'Size', 'number', 0)`,
    sql`insert into custom_field_options (field_id, name, color, position)
      values ((select id from custom_fields), 'Large', '#336699', 0)`,
    sql`update tasks set field_values = jsonb_build_object((select id from custom_fields)::text, 5) where id = ${taskId}`,
    sql`insert into task_relations (type, from_task_id, to_task_id)
      values ('blocks', ${taskId}, ${otherTaskId}), ('relates', ${otherTaskId}, ${taskId})`,
    sql`insert into imports (project_id, source) values (${projectId}, 'trello')`,
    sql`insert into imported_columns (import_id, external_id, column_id)
      values (${importId}, 'c', (select column_id from tasks where id = ${taskId}))`,
    sql`insert into imported_tasks (import_id, external_id, task_id) values (${importId}, 't', ${taskId})`,
    sql`insert into imported_links (import_id, external_id, task_id, type) values (${importId}, 'l', ${taskId}, 'parent')`,
    sql`insert into imported_comments (task_id, external_id, comment_id) values (${taskId}, 'm', ${commentId})`,
  ])
    await statement.execute(db)
}

/** Each record has the project of what it belongs to, and there is one of each. */
async function assertProjects(
  db: Kysely<DB>,
  { taskId, otherTaskId }: Record<'taskId' | 'otherTaskId', number>,
) {
  const projectOf = (id: number) =>
    db.selectFrom('tasks').where('id', '=', id).select('projectId').executeTakeFirstOrThrow()
  const { projectId } = await projectOf(taskId)
  const { projectId: otherId } = await projectOf(otherTaskId)
  const first = (await db.selectFrom('projects').select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const parts = ['checklist_items', 'comments', 'comment_reactions', 'attachments', 'task_watchers']
  const expected: Record<string, number[]> = {
    ...Object.fromEntries(
      [...parts, 'task_recurrences', 'imported_comments'].map(table => [table, [projectId]]),
    ),
    time_intervals: [projectId],
    // The values of the task stay behind with their field.
    task_field_values: projectId === first ? [projectId] : [],
    task_relations: [projectId, otherId].sort(),
    ...Object.fromEntries(
      ['starred_boards', 'custom_field_options', 'imported_columns', 'imported_tasks', 'imported_links'].map(
        table => [table, [first]],
      ),
    ),
  }
  for (const [table, projects] of Object.entries(expected)) {
    const column = sql.ref(projectColumnOf(table))
    const { rows } = await sql<{
      id: number
    }>`select ${column} as id from ${sql.table(table)} order by 1`.execute(db)
    assert.deepEqual(
      rows.map(({ id }) => id),
      projects,
      table,
    )
  }
  const relations = await db.selectFrom('taskRelations').select(['fromTaskId', 'fromProjectId']).execute()
  for (const { fromTaskId, fromProjectId } of relations)
    assert.equal(fromProjectId, fromTaskId === taskId ? projectId : otherId)
  const { rows: strays } = await sql`
    select 'column' as kind, board_columns.id from board_columns join boards on boards.id = board_id
    where board_project_id <> boards.project_id
    union all select 'change', board_id from board_changes join boards on boards.id = board_id
    where board_changes.project_id <> boards.project_id`.execute(db)
  assert.deepEqual(strays, [])
}

function open(url: string) {
  const db = connect<DB>(url, { onError: error => assert.fail(error) })
  after(() => db.destroy())
  return db
}
