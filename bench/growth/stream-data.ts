import { type BenchAtrium, withDatabase } from '../atrium.ts'
import { signIn } from '../requests.ts'

const SIGN_IN_CONCURRENCY = 4

export interface StreamBoard {
  id: number
  taskId: number
  columns: [number, number]
}

/** Creates users with the password of the benchmark user, signs them in, and returns their tokens in order. */
export async function signInMany(atrium: BenchAtrium, users: number) {
  await withDatabase(atrium.identityDatabaseUrl, identity =>
    identity.query(
      `with created as (
         insert into users (email, phone, password_hash, surname, name, consent_at)
         select 'reader' || n || '@example.org', '+1999' || lpad(n::text, 7, '0'), password_hash, 'Reader', 'Number ' || n, now()
         from users, generate_series(1, $1::int) as n where email = $2 returning id)
       insert into user_roles (user_id, role_id) select created.id, role_id from created, user_roles
       where user_roles.user_id = (select id from users where email = $2)`,
      [users, atrium.person.email],
    ),
  )
  const tokens: string[] = []
  let next = 1
  await Promise.all(
    Array.from({ length: SIGN_IN_CONCURRENCY }, async () => {
      while (next <= users) {
        const number = next++
        tokens[number - 1] = await signIn(atrium, `reader${number}@example.org`)
      }
    }),
  )
  return tokens
}

/** Creates projects of the benchmark user, each with a board and one task; all readers are members of each. */
export function createStreamBoards(atrium: BenchAtrium, boards: number): Promise<StreamBoard[]> {
  return withDatabase(atrium.tasksDatabaseUrl, async tasks => {
    await tasks.query(
      `with me as (select id from users where email = $2),
       created as (insert into projects (name, type, owner_id, last_task_number)
         select 'Stream ' || n, 'agency', me.id, 1 from generate_series(1, $1::int) as n, me returning id, owner_id),
       members as (insert into project_members (project_id, user_id, role)
         select created.id, users.id, case when users.id = owner_id then 'owner' else 'member' end
         from created, users where users.id = owner_id or users.email like 'reader%@example.org'),
       boards as (insert into boards (project_id, name, position) select id, 'Board', 0 from created returning id, project_id)
       insert into board_columns (board_id, board_project_id, title, position)
       select boards.id, boards.project_id, 'Column ' || place, place * 268435456 from boards, generate_series(1, 2) as place`,
      [boards, atrium.person.email],
    )
    await tasks.query(
      `insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
       select projects.id, boards.id, (select min(id) from board_columns where board_id = boards.id), 1, 'Moving task', 1, owner_id, 268435456
       from projects join boards on boards.project_id = projects.id where projects.name like 'Stream %'`,
    )
    await tasks.query('vacuum analyze')
    const { rows } = await tasks.query(
      `select tasks.board_id, tasks.id as task_id, array_agg(board_columns.id order by board_columns.id) as columns
       from tasks join board_columns on board_columns.board_id = tasks.board_id where tasks.title = 'Moving task' group by tasks.id
       order by tasks.id`,
    )
    return rows.map(({ board_id, task_id, columns }) => ({
      id: Number(board_id),
      taskId: Number(task_id),
      columns: columns.map(Number),
    }))
  })
}
