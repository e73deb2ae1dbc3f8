import type { CustomField, FieldType, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { ReactNode } from 'react'
import { chosenOptions } from '../../../custom-fields/field-words.ts'
import type { CellContext, TableColumn } from './table-column.ts'
import { personCell } from './task-columns.tsx'
import classes from './task-table.module.css'

const widths: Record<FieldType, number> = {
  text: 180,
  number: 110,
  date: 120,
  checkbox: 100,
  select: 140,
  multi_select: 180,
  person: 170,
  url: 180,
}

type Cell = (field: CustomField, value: FieldValue | undefined, context: CellContext) => ReactNode

const optionsCell: Cell = (field, value) => (
  <span className={classes.stickers}>
    {chosenOptions(field, value).map(({ id, name, color }) => (
      <span key={id} className={classes.sticker}>
        <i style={{ background: color }} />
        {name}
      </span>
    ))}
  </span>
)

const cells: Partial<Record<FieldType, Cell>> = {
  select: optionsCell,
  multi_select: optionsCell,
  person: (_, value, context) => (value === undefined ? undefined : personCell(Number(value), context)),
  checkbox: (field, value = false, { fieldText }) => (
    <span
      role="img"
      className={classes.checkbox}
      data-checked={value === true || undefined}
      aria-label={fieldText(field, value)}
    />
  ),
}

/** A field of the project as a column. */
export function customColumn(field: CustomField): TableColumn {
  const name = `cf${field.id}`
  const cell = cells[field.type]
  const read = ({ fields }: Task): FieldValue | undefined => fields[field.id]
  return {
    name,
    field,
    width: widths[field.type],
    order: name,
    editor: 'custom',
    isNumeric: field.type === 'number',
    text: (task, { fieldText }) => {
      const value = read(task)
      return value === undefined ? '' : fieldText(field, value)
    },
    ...(cell && { cell: (task, context) => cell(field, read(task), context) }),
  }
}
