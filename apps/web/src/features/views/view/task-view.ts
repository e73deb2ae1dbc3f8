import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import type { Selection } from './selection.ts'
import type { TaskScope, ViewState } from './view-state.ts'

/** What every view gets. */
export interface TaskViewProps {
  /** Undefined for all projects of the user. */
  projectId: number | undefined
  /** The filters of the screen, for `GET /task` and its summary. */
  scope: TaskScope
  state: ViewState
  onChange: (changes: Partial<ViewState>) => void
  findField: FindField
  /** The fields of the project, or of the only one that the filter allows. */
  customFields: CustomField[]
  mayWrite: (projectId: number) => boolean
  /** The address of a task's panel over the view. */
  hrefOf: (taskId: number) => string
  onOpen: (task: Pick<Task, 'id'>) => void
  selection: Selection
}
