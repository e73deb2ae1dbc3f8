import type pg from 'pg'

export interface Board {
  id: number
  projectId: number
  columns: number[]
  /** By position. */
  taskIds: number[]
}

/** Creates a project of the user for each board, with this many cards spread over the columns. */
export async function createBoards(
  database: pg.Client,
  userId: number,
  { boards, columns, cards }: { boards: number; columns: number; cards: number },
): Promise<Board[]> {
  const created: Board[] = []
  for (let number = 0; number < boards; number += 1)
    created.push(await createBoard(database, userId, columns, cards))
  await database.query('vacuum analyze')
  // Otherwise the data would be written to disk during the measurement.
  await database.query('checkpoint')
  return created
}

async function createBoard(
  database: pg.Client,
  userId: number,
  columnCount: number,
  cards: number,
): Promise<Board> {
  const { rows } = await database.query(
    `with project as (insert into projects (name, type, owner_id, last_task_number)
       values ('With ' || $2::text || ' cards', 'agency', $1, $2::int) returning id),
     member as (insert into project_members (project_id, user_id, role) select id, $1, 'owner' from project),
     board as (insert into boards (project_id, name, position) select id, 'Board', 0 from project returning id, project_id),
     columns as (insert into board_columns (board_id, board_project_id, title, position)
       select board.id, board.project_id, 'Column ' || place, place * 268435456 from board, generate_series(1, $3::int) as place returning id, board_id)
     select board.id as board_id, board.project_id, array_agg(columns.id order by columns.id) as columns
     from board join columns on columns.board_id = board.id group by board.id, board.project_id`,
    [userId, cards, columnCount],
  )
  const { board_id: boardId, project_id: projectId, columns } = rows[0]
  const { rows: tasks } = await database.query(
    `insert into tasks (project_id, board_id, column_id, number, title, priority_id, creator_id, position)
     select $1::bigint, $2::bigint, ($3::bigint[])[1 + n % $6::int], n, 'Card ' || n || ' of a large board', 1 + n % 4, $4::bigint,
       n::bigint * 268435456
     from generate_series(1, $5::int) as n returning id`,
    [projectId, boardId, columns, userId, cards, columnCount],
  )
  return {
    id: Number(boardId),
    projectId: Number(projectId),
    columns: columns.map(Number),
    taskIds: tasks.map(({ id }) => Number(id)),
  }
}
