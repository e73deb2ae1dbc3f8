import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Selection } from '../view/selection.ts'
import type { TableColumn } from './table-column.ts'
import { clampRow, keyOf, type Row, rowAt, rowCount, type Section } from './table-rows.ts'

/** The first column selects the row. */
export interface ActiveCell {
  row: number
  column: number
}

interface Keys {
  sections: Section[]
  columns: TableColumn[]
  taskOf: (row: Row | undefined) => Task | undefined
  selection: Selection
  scrollTo: (row: number) => void
  /** How many rows a page has. */
  page: number
  edit: (task: Task, column: string) => void
  open: (task: Task) => void
  toggleGroup: (key: string) => void
  grid: RefObject<HTMLElement | null>
}

/** The keys of a grid: one cell has the focus, arrows move it, Enter edits, Space opens, X selects. */
export function useTableKeys(keys: Keys) {
  const { sections, columns, taskOf, selection, scrollTo, page, edit, open, toggleGroup, grid } = keys
  const [active, setActive] = useState<ActiveCell>({ row: 0, column: 1 })
  const isWanted = useRef(false)

  const focusActive = useCallback(() => {
    isWanted.current = true
    setActive(now => ({ ...now }))
  }, [])
  // The row may be rendered only after the table has scrolled.
  useEffect(() => {
    if (!isWanted.current) return
    const cell = grid.current?.querySelector<HTMLElement>('[tabindex="0"][data-cell]')
    if (!cell) return
    isWanted.current = false
    cell.focus({ preventScroll: true })
    // Down and up, the table has scrolled already; there can be more columns than fit.
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const activate = useCallback((row: number, column: number) => setActive({ row, column }), [])

  const moveTo = (row: number, column: number) => {
    const next = {
      row: clampRow(sections, row),
      column: Math.max(0, Math.min(column, columns.length)),
    }
    isWanted.current = true
    setActive(next)
    scrollTo(next.row)
  }

  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-cell]')) return
    const step = stepOf(event, active, { page, rows: rowCount(sections), columns: columns.length })
    if (step) {
      event.preventDefault()
      if (event.shiftKey) selectBoth(active.row, step.row)
      return moveTo(step.row, step.column)
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isHandled = runKey(event)
    if (isHandled) event.preventDefault()
  }

  /** Shift with an arrow selects the row that it leaves and the one that it reaches. */
  const selectBoth = (from: number, to: number) =>
    selection.add([from, clampRow(sections, to)].flatMap(row => taskOf(rowAt(sections, row))?.id ?? []))

  /** Whether the key does something here. */
  const runKey = (event: KeyboardEvent) => {
    const at = rowAt(sections, active.row)
    const task = taskOf(at)
    if (at?.type === 'group')
      return at.section.group !== undefined && runGroupKey(event, keyOf(at.section.group))
    return task !== undefined && runTaskKey(event, task)
  }

  const runGroupKey = ({ key }: KeyboardEvent, group: string) => {
    if (key !== 'Enter' && key !== ' ') return false
    toggleGroup(group)
    return true
  }

  const runTaskKey = ({ key, code }: KeyboardEvent, task: Task) => {
    const isEnter = key === 'Enter' || key === 'F2'
    const isOnCheckbox = active.column === 0 && (isEnter || key === ' ')
    if (key === 'Escape' && selection.ids.size > 0) selection.clear()
    else if (code === 'KeyX' || isOnCheckbox) selection.toggle(task.id)
    else if (isEnter) editOrOpen(task)
    else if (key === ' ') open(task)
    else return false
    return true
  }

  const editOrOpen = (task: Task) => {
    const shown = columns[active.column - 1]
    if (shown?.editor) edit(task, shown.name)
    else open(task)
  }

  const inside = { row: clampRow(sections, active.row), column: Math.min(active.column, columns.length) }
  return { active: inside, activate, press, focusActive }
}

interface Size {
  page: number
  rows: number
  columns: number
}

/** Where a key leads; undefined if it does not move. */
function stepOf(event: KeyboardEvent, { row, column }: ActiveCell, { page, rows, columns }: Size) {
  const isMod = event.ctrlKey || event.metaKey
  const steps: Record<string, ActiveCell> = {
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    PageDown: { row: row + page, column },
    PageUp: { row: row - page, column },
    Home: { row: isMod ? 0 : row, column: 0 },
    End: { row: isMod ? rows - 1 : row, column: columns },
  }
  return steps[event.key]
}
