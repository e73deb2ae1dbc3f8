import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'

export type BoardColumn = FullBoard['columns'][number]

export function findCard(board: FullBoard, id: number): Card | undefined {
  for (const { tasks } of board.columns) {
    const card = tasks.find(task => task.id === id)
    if (card) return card
  }
  return undefined
}

/** Inserts the card into its column by position, and removes it from where it was before. */
export function withCard(board: FullBoard, card: Card): FullBoard {
  return mapColumns(board, column => {
    const hadIt = column.tasks.some(({ id }) => id === card.id)
    if (column.id !== card.columnId) return hadIt ? withoutFrom(column, card.id) : column
    const others = hadIt ? column.tasks.filter(({ id }) => id !== card.id) : column.tasks
    const at = others.findIndex(({ position }) => position > card.position)
    const tasks = at < 0 ? [...others, card] : others.toSpliced(at, 0, card)
    return { ...column, tasks, taskCount: column.taskCount + (hadIt ? 0 : 1) }
  })
}

/** A board shows the tasks that are on it, but for archived ones. */
export function withTask(board: FullBoard, task: Task): FullBoard {
  if (task.boardId === board.id && task.archivedAt === null) return withCard(board, cardOf(task))
  return task.archivedAt === null ? withoutCard(board, task.id) : withoutArchived(board, task.id)
}

/** Removes the card of a task that has just been archived. */
export function withoutArchived(board: FullBoard, id: number): FullBoard {
  return mapColumns(board, column =>
    column.tasks.some(task => task.id === id)
      ? { ...withoutFrom(column, id), archivedCount: column.archivedCount + 1 }
      : column,
  )
}

/** The board with archived tasks in their places. */
export function withArchivedTasks(board: FullBoard, archived: Task[]): FullBoard {
  if (archived.length === 0) return board
  const byColumn = Map.groupBy(archived, ({ columnId }) => columnId)
  return mapColumns(board, column => {
    const added = byColumn.get(column.id)?.filter(({ id }) => !findCard(board, id)) ?? []
    if (added.length === 0) return column
    const tasks = [...column.tasks, ...added.map(cardOf)]
    return { ...column, tasks: tasks.sort((one, other) => one.position - other.position) }
  })
}

/** Cards of archived tasks are those that `withArchivedTasks` has added. */
export function isArchived(card: Card | Task) {
  return 'archivedAt' in card && card.archivedAt !== null
}

export function withoutCard(board: FullBoard, id: number): FullBoard {
  return mapColumns(board, column =>
    column.tasks.some(task => task.id === id) ? withoutFrom(column, id) : column,
  )
}

export function patchCard(board: FullBoard, id: number, patch: Partial<Card>): FullBoard {
  return mapColumns(board, column => {
    const at = column.tasks.findIndex(task => task.id === id)
    const card = column.tasks[at]
    return card ? { ...column, tasks: column.tasks.with(at, { ...card, ...patch }) } : column
  })
}

export function patchColumn(board: FullBoard, id: number, patch: Partial<BoardColumn>): FullBoard {
  return mapColumns(board, column => (column.id === id ? { ...column, ...patch } : column))
}

/** Columns that `ids` does not contain stay after the others. */
export function orderColumns(board: FullBoard, ids: number[]): FullBoard {
  const rank = new Map(ids.map((id, index) => [id, index]))
  const rankOf = ({ id }: BoardColumn) => rank.get(id) ?? ids.length
  return { ...board, columns: board.columns.toSorted((one, other) => rankOf(one) - rankOf(other)) }
}

/** A position between two neighbors, until the server assigns the final one. */
export function positionAt(tasks: Card[], index: number) {
  const [before, after] = [tasks[index - 1]?.position, tasks[index]?.position]
  if (before === undefined) return after === undefined ? 0 : after - 1
  return after === undefined ? before + 1 : (before + after) / 2
}

export function cardOf(task: Task): Card {
  const { stickers, position, ...rest } = task
  return { ...rest, position: position ?? 0, stickerIds: stickers.map(({ id }) => id) }
}

/** The values of custom fields after a change; null clears one. */
export function withChangedFields(fields: Task['fields'], changed: Record<string, FieldValue | null>) {
  const entries = Object.entries({ ...fields, ...changed })
  return Object.fromEntries(entries.filter(([, value]) => value !== null)) as Task['fields']
}

function withoutFrom(column: BoardColumn, id: number): BoardColumn {
  return { ...column, tasks: column.tasks.filter(task => task.id !== id), taskCount: column.taskCount - 1 }
}

function mapColumns(board: FullBoard, change: (column: BoardColumn) => BoardColumn): FullBoard {
  return { ...board, columns: board.columns.map(change) }
}
