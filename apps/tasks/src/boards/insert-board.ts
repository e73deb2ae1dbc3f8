import { ValidationFailed } from '@atrium/core/errors'
import { GAP, positionBetween } from '@atrium/database/ordered-list'
import type { Database } from '#deps.ts'
import { holdProject } from '#projects/project.queries.ts'

const defaultColumns = ['To do', 'In progress', 'Done']
const doneTitles = ['done', 'готово']

interface BoardToInsert {
  name: string
  description?: string | null | undefined
  columns?: string[] | undefined
  doneColumn?: string | null | undefined
}

/** A board with its columns, after the project's others. */
export async function insertBoard(
  tx: Database,
  projectId: number,
  { name, description = null, columns: titles = defaultColumns, doneColumn }: BoardToInsert,
) {
  const done = doneIndex(titles, doneColumn)
  await holdProject(tx, projectId)
  const position = await positionBetween(tx, { table: 'boards', of: 'project_id', id: projectId })
  const { id } = await tx
    .insertInto('boards')
    .values({ projectId, name, description, position })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (titles.length > 0) {
    await tx
      .insertInto('boardColumns')
      .values(
        titles.map((title, index) => ({ boardId: id, title, position: index * GAP, isDone: index === done })),
      )
      .execute()
  }
  return id
}

/** A column that is the only one and not called so completes nothing: every task would be done when it is created. */
function doneIndex(titles: string[], named: string | null | undefined) {
  if (named === null) return -1
  if (named !== undefined) {
    const index = titles.indexOf(named)
    if (index === -1) throw new ValidationFailed({ doneColumn: ['must be one of the columns'] })
    return index
  }
  const index = titles.findIndex(title => doneTitles.includes(title.toLowerCase()))
  return index === -1 && titles.length > 1 ? titles.length - 1 : index
}
