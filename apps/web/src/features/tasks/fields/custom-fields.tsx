import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Box } from '@mantine/core'
import { FieldInput } from '../../../custom-fields/field-input.tsx'
import { useSaveTask } from '../saving/save-task.tsx'
import classes from './task-fields.module.css'

/** Longer than the other fields. */
const wide = ['text', 'url', 'multi_select']

/** The fields that the project has added, in its order. */
export function CustomFields({ task, fields }: { task: Task; fields: CustomField[] }) {
  const save = useSaveTask()
  return fields.map(field => (
    <Box key={field.id} className={wide.includes(field.type) ? classes.wide : undefined}>
      <FieldInput
        field={field}
        value={task.fields[field.id] ?? null}
        onChange={value => save({ fields: { [field.id]: value } })}
      />
    </Box>
  ))
}
