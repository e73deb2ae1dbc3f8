import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { TFunction } from 'i18next'
import type { ShownColumn } from '../view/view-state.ts'
import { customColumn } from './custom-columns.tsx'
import type { TableColumn } from './table-column.ts'
import { type ColumnName, columnNames, taskColumns } from './task-columns.tsx'

const usual: ColumnName[] = [
  'number',
  'title',
  'project',
  'column',
  'priority',
  'assignee',
  'due',
  'estimate',
  'tracked',
]

/** Every column that a table can have, in the order of the menu. */
export function offeredColumns(isGlobal: boolean, customFields: CustomField[]): TableColumn[] {
  const own = columnNames.map(name => taskColumns[name])
  return [...own.filter(column => isGlobal || !column.isGlobal), ...customFields.map(customColumn)]
}

/** The chosen columns with their widths; unknown names are left out, and a table always has titles. */
export function shownColumns(
  chosen: ShownColumn[] | undefined,
  isGlobal: boolean,
  customFields: CustomField[],
): TableColumn[] {
  const offered = new Map(offeredColumns(isGlobal, customFields).map(column => [column.name, column]))
  const names = chosen ?? usual.map((name): ShownColumn => ({ name }))
  const shown = names.flatMap(({ name, width }) => {
    const column = offered.get(name)
    return column ? [{ ...column, ...(width && { width: Math.max(MIN_WIDTH, width) }) }] : []
  })
  return shown.some(({ name }) => name === 'title') ? shown : [taskColumns.title, ...shown]
}

export const MIN_WIDTH = 60

export function columnTitle({ name, field }: TableColumn, t: TFunction) {
  return field ? field.name : t(`views.columns.${name as ColumnName}`)
}

export function toShown({ name, width }: TableColumn): ShownColumn {
  return { name, width }
}
