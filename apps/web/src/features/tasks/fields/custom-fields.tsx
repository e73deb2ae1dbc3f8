import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { FieldInput } from '../../../custom-fields/field-input.tsx'
import { useSaveTask } from '../saving/save-task.tsx'

/** The fields that the project has added, in its order. */
export function CustomFields({ task, fields }: { task: Task; fields: CustomField[] }) {
  const save = useSaveTask()
  return fields.map(field => (
    <FieldInput
      key={field.id}
      field={field}
      value={task.fields[field.id] ?? null}
      onChange={value => save({ fields: { [field.id]: value } })}
    />
  ))
}
