import type pg from 'pg'

export const TASKS_IN_PROJECT = 1000
const OWN_PROJECTS = 10
const COLUMNS = 5

/** Adds projects of 1,000 tasks each up to this number; the user owns the first ten. */
export async function loadProjects(database: pg.Client, userId: number, projects: number) {
  const { rows } = await database.query(
    `select count(*)::int as existing from projects where name like 'Bench %'`,
  )
  const { existing } = rows[0] as { existing: number }
  await database.query(
    `insert into users (email, surname, name) select 'bench' || n || '@example.org', 'Bench', 'Person ' || n
     from generate_series(1, 20) as n on conflict do nothing`,
  )
  await createProjects(database, userId, existing + 1, projects)
  await createFields(database)
  await createTasks(database, existing + 1, projects)
  await database.query('vacuum analyze')
  // Otherwise the data would be written to disk during the measurement.
  await database.query('checkpoint')
}

async function createProjects(database: pg.Client, userId: number, from: number, to: number) {
  await database.query(
    `with others as (select array_agg(id) as ids from users where email ~ '^bench[0-9]+@'),
     created as (
       insert into projects (name, type, owner_id, last_task_number)
       select 'Bench ' || n, 'agency', case when n <= ${OWN_PROJECTS} then $1::bigint else ids[1 + n % 20] end, ${TASKS_IN_PROJECT}
       from generate_series($2::int, $3::int) as n, others returning id, owner_id),
     members as (insert into project_members (project_id, user_id, role) select id, owner_id, 'owner' from created),
     boards as (insert into boards (project_id, name, position) select id, 'Board', 0 from created returning id, project_id)
     insert into board_columns (board_id, board_project_id, title, position, is_done)
     select boards.id, boards.project_id, 'Column ' || place, place * 268435456, place = ${COLUMNS} from boards, generate_series(1, ${COLUMNS}) as place`,
    [userId, from, to],
  )
}

/** Two for each project that has none: points, and a severity of four options. */
async function createFields(database: pg.Client) {
  await database.query(
    `with fields as (
       insert into custom_fields (project_id, name, type, position)
       select projects.id, field.name, field.type, field.position from projects
       cross join (values ('Points', 'number', 0), ('Severity', 'select', 1)) as field (name, type, position)
       where projects.name like 'Bench %'
         and not exists (select from custom_fields where custom_fields.project_id = projects.id)
       returning id, project_id, type)
     insert into custom_field_options (field_id, project_id, name, color, position)
     select fields.id, fields.project_id, 'Option ' || place, '#336699', place from fields, generate_series(1, 4) as place
     where fields.type = 'select'`,
  )
}

/**
 * Without triggers and checks of foreign keys, for which it writes what they would have written, and with the text index
 * created at the end: a million tasks take minutes rather than an hour. No task has both an assignee and a due date: their
 * reminders would be written during the measurement.
 */
async function createTasks(database: pg.Client, from: number, to: number) {
  await database.query('set session_replication_role = replica')
  await database.query('drop index task_texts_text_idx')
  const step = 50
  for (let first = from; first <= to; first += step) {
    await database.query(
      `insert into tasks (project_id, board_id, column_id, number, title, description, priority_id, assignee_id, creator_id,
         due_date, position, completed_at, created_at, updated_at, deleted_at, field_values)
       select projects.id, boards.id, columns.ids[1 + n % ${COLUMNS}], n, 'Task ' || n || ' about ' || md5((projects.id * n)::text),
         'What to do about ' || md5(n::text) || ' and ' || md5((n * 7)::text) || repeat(' more words', 5), 1 + n % 4,
         case when n % 6 = 3 then projects.owner_id end, projects.owner_id,
         case when n % 2 = 0 then current_date - 100 + n % 200 end, case when n % 50 <> 49 then n::bigint * 268435456 end,
         case when n % ${COLUMNS} = ${COLUMNS} - 1 then now() end,
         now() - make_interval(mins => n), now() - make_interval(secs => n), case when n % 50 = 49 then now() end,
         jsonb_build_object(points.id, n % 20, severity.id, options.ids[1 + n % 4])
       from projects join boards on boards.project_id = projects.id
       cross join lateral (select array_agg(id order by position) as ids from board_columns where board_id = boards.id) as columns
       join custom_fields as points on points.project_id = projects.id and points.type = 'number'
       join custom_fields as severity on severity.project_id = projects.id and severity.type = 'select'
       cross join lateral (select array_agg(id order by position) as ids from custom_field_options where field_id = severity.id) as options
       cross join generate_series(1, ${TASKS_IN_PROJECT}) as n
       where projects.name = any (select 'Bench ' || p from generate_series($1::int, $2::int) as p)`,
      [first, Math.min(to, first + step - 1)],
    )
    process.stderr.write(`\r${Math.min(to, first + step - 1)} projects of ${to}`)
  }
  process.stderr.write('\n')
  await database.query(
    `insert into task_texts (task_id, project_id, text)
     select id, project_id, lower(concat_ws(' ', '#' || number, title, description)) from tasks on conflict do nothing`,
  )
  await database.query(
    'create index task_texts_text_idx on task_texts using gin (project_id, text gin_trgm_ops)',
  )
  await database.query(
    `insert into task_field_values (task_id, project_id, field_id, place, number_value)
     select tasks.id, tasks.project_id, value.key::bigint, 1, value.value::double precision
     from tasks cross join lateral jsonb_each_text(tasks.field_values) as value on conflict do nothing`,
  )
  await database.query(
    `insert into task_stages (task_id, project_id, board_id, column_id, estimate_seconds, created_at, started_at, completed_at,
       entered_at)
     select tasks.id, tasks.project_id, tasks.board_id, column_id, estimate_seconds, tasks.created_at,
       case when completed_at is not null or board_columns.position > 268435456 then tasks.created_at end, completed_at,
       tasks.created_at
     from tasks join board_columns on board_columns.id = tasks.column_id
     where tasks.deleted_at is null and not exists (select from task_stages where task_stages.task_id = tasks.id)`,
  )
  await database.query(
    'insert into task_stickers (task_id, project_id, sticker_id) select id, project_id, $1 from tasks where number % 10 = 0 on conflict do nothing',
    [await benchSticker(database)],
  )
  // Every fourth task blocks the next one with a due date.
  await database.query(
    `insert into task_relations (type, from_project_id, from_task_id, project_id, to_task_id)
     select 'blocks', blocker.project_id, blocker.id, blocked.project_id, blocked.id from tasks as blocker
     join tasks as blocked on blocked.project_id = blocker.project_id and blocked.number = blocker.number + 2
     where blocker.number % 4 = 2 on conflict do nothing`,
  )
  await database.query('reset session_replication_role')
}

/** The sticker of every tenth task. */
export async function benchSticker(database: pg.Client) {
  await database.query(
    `insert into stickers (name, color) values ('Bench', '#336699') on conflict do nothing`,
  )
  const { rows } = await database.query(`select id from stickers where name = 'Bench' and project_id is null`)
  return Number(rows[0].id)
}
