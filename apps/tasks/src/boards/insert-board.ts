import { GAP, positionBetween } from '@atrium/database/ordered-list'
import type { Database } from '#deps.ts'
import { holdProject } from '#projects/project.queries.ts'

const defaultColumns = ['To do', 'In progress', 'Done']

interface BoardToInsert {
  name: string
  description?: string | null | undefined
  columns?: string[] | undefined
}

/** A board with its columns, after the project's others; of the default columns the last one is for what is done. */
export async function insertBoard(
  tx: Database,
  projectId: number,
  { name, description = null, columns }: BoardToInsert,
) {
  await holdProject(tx, projectId)
  const position = await positionBetween(tx, { table: 'boards', of: 'project_id', id: projectId })
  const { id } = await tx
    .insertInto('boards')
    .values({ projectId, name, description, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  const titles = columns ?? defaultColumns
  const isDone = (index: number) => !columns && index === titles.length - 1
  if (titles.length > 0) {
    await tx
      .insertInto('boardColumns')
      .values(
        titles.map((title, index) => ({ boardId: id, title, position: index * GAP, isDone: isDone(index) })),
      )
      .execute()
  }
  return id
}
