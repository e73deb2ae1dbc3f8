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
