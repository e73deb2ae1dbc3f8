import { join } from 'node:path'
import { embeddedDatabaseUrl } from '@atrium/database/embedded-postgres'
import pg from 'pg'

/** Many tasks in these columns, in turn; straight into the database, because requests would take minutes. */
export async function insertTasks(
  { id, projectId }: { id: number; projectId: number },
  columns: { id: number }[],
  tasks: number,
) {
  const folder = join(process.env.E2E_DATA ?? '', 'postgres')
  const database = new pg.Client({ connectionString: embeddedDatabaseUrl(folder, 'tasks') })
  await database.connect()
  try {
    await database.query(
      `insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, assignee_id, position,
        due_date, estimate_seconds)
       select $1, $2, ($3::bigint[])[1 + n % cardinality($3::bigint[])], n,
        'Task ' || n || repeat(' with a few more words', n % 4 - 1), 1 + n % 4, members.user_id,
        case when n % 3 > 0 then members.user_id end, n::bigint * 268435456, date '2040-01-01' + n % 500, n % 7 * 1800
       from generate_series(1, $4::integer) as n, project_members as members where members.project_id = $1`,
      [projectId, id, columns.map(column => column.id), tasks],
    )
    await database.query('update projects set last_task_number = $2 where id = $1', [projectId, tasks])
    await database.query('analyze tasks')
  } finally {
    await database.end()
  }
}
