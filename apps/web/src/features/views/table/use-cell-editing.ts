import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useLatest } from '@atrium/ui/latest'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChangeTask } from './cell-context.ts'
import { changeField } from './choice-editors.tsx'
import type { CellContext, TableColumn } from './table-column.ts'

interface Editing {
  tasks: Task[]
  columns: TableColumn[]
  context: CellContext
  changeTask: ChangeTask
}

/** Which cell is being edited. A checkbox changes at once. */
export function useCellEditing(editing: Editing) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<{ taskId: number; column: string }>()
  const find = (taskId: number, name: string) => {
    const task = editing.tasks.find(({ id }) => id === taskId)
    const column = editing.columns.find(one => one.name === name)
    return task && column && { task, column }
  }
  const start = useLatest((taskId: number, name: string) => {
    const cell = find(taskId, name)
    const field = cell?.column.field
    if (!cell || field?.type !== 'checkbox') return setPlace({ taskId, column: name })
    const isOn = cell.task.fields[field.id] !== true
    changeField({ ...editing, task: cell.task }, field, isOn, t)
  })
  const edit = useCallback((taskId: number, column: string) => start.current(taskId, column), [])
  const stopEditing = useCallback(() => setPlace(undefined), [])
  return { edited: place && find(place.taskId, place.column), edit, stopEditing }
}
