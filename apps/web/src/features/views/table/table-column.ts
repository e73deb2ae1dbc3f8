import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { ReactNode } from 'react'
import type { Directory } from '../view/directory.ts'
import type { TaskOrder } from '../view/view-state.ts'

export type EditedField =
  | 'title'
  | 'column'
  | 'assignee'
  | 'cycle'
  | 'priority'
  | 'due'
  | 'start'
  | 'estimate'
  | 'stickers'
  | 'custom'

/** What cells are drawn with. */
export interface CellContext {
  directory: Directory
  priorityName: (priority: {
    id: number
    name: string
    level: number
    color: string
    isDefault: boolean
  }) => string
  day: (day: string) => string
  instant: (instant: string) => string
  duration: (seconds: number) => string
  number: (number: number) => string
  fieldText: (field: CustomField, value: FieldValue) => string
  today: string
  /** What a blocked task is called. */
  blocked: string
  selectLabel: (title: string) => string
  renameLabel: (title: string) => string
}

export interface TableColumn {
  /** The name of a custom field, such as `cf12`. */
  name: string
  /** Whose values it shows, if it is a column of a custom field. */
  field?: CustomField
  width: number
  order?: TaskOrder
  editor?: EditedField
  isNumeric?: boolean
  /** Only where tasks of several projects are listed. */
  isGlobal?: boolean
  text: (task: Task, context: CellContext) => string
  /** Instead of the text. */
  cell?: (task: Task, context: CellContext) => ReactNode
}
