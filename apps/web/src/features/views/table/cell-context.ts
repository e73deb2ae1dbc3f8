import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { createDurationFormat } from '@atrium/ui/durations'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldWords } from '../../../custom-fields/field-words.ts'
import { useTimeZone, useToday } from '../../../data/account/user-settings.ts'
import type { useChangeTask } from '../../../data/changes/change-task.ts'
import { usePriorityName } from '../../../data/planning/priorities.ts'
import type { Directory } from '../view/directory.ts'
import type { CellContext, TableColumn } from './table-column.ts'

export type ChangeTask = ReturnType<typeof useChangeTask>

/** What the editor of a cell gets. */
export interface EditorProps {
  task: Task
  column: TableColumn
  context: CellContext
  changeTask: ChangeTask
  onDone: () => void
}

/** The formatters are created once for all cells: creating one costs more than rendering a row. */
export function useCellContext(directory: Directory): CellContext {
  const { t, i18n } = useTranslation()
  const priorityName = usePriorityName()
  const today = useToday()
  const { timeZone } = useTimeZone()
  const formats = useMemo(
    () => createFormats(i18n.language, today, timeZone),
    [i18n.language, today, timeZone],
  )
  const blocked = t('views.columns.blocked')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of priorities depend on the language only
  return useMemo(() => {
    const { people } = directory
    const words = { t, language: i18n.language, people, day: formats.day }
    const fieldText = (field: CustomField, value: FieldValue) =>
      field.type === 'number' ? formats.number(Number(value)) : fieldWords(field, value, words)
    const selectLabel = (title: string) => t('views.table.select', { title })
    const renameLabel = (title: string) => t('views.table.rename', { title })
    return { directory, priorityName, today, blocked, fieldText, selectLabel, renameLabel, ...formats }
  }, [directory, formats, today, blocked])
}

function createFormats(language: string, today: string, timeZone: string | undefined) {
  const date = { day: 'numeric', month: 'short' } as const
  const format = (zone: string | undefined) => {
    const thisYear = new Intl.DateTimeFormat(language, { ...date, timeZone: zone })
    const otherYear = new Intl.DateTimeFormat(language, { ...date, year: 'numeric', timeZone: zone })
    return (text: string) =>
      (text.startsWith(today.slice(0, 4)) ? thisYear : otherYear).format(new Date(text))
  }
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 10 })
  return {
    day: format('UTC'),
    instant: format(timeZone),
    duration: createDurationFormat(language),
    number: (number: number) => numbers.format(number),
  }
}
