import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { DatePickerInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { addDays, daysUntil } from '../../../data/days.ts'
import { useSaveTask } from '../saving/save-task.tsx'
import { dayWords } from '../words/task-words.ts'
import classes from './task-fields.module.css'

export function DayField({ task, field }: { task: Task; field: 'startDate' | 'dueDate' }) {
  const { t, i18n } = useTranslation()
  const save = useSaveTask()
  const today = useToday()
  const value = task[field]
  const isOverdue = field === 'dueDate' && value && !task.completedAt && daysUntil(value, today) < 0
  const wordsFor = (day: string) => {
    const words = dayWords(day, today, i18n.language, t)
    return isOverdue ? `${words} · ${t('tasks.fields.overdue')}` : words
  }
  const presets = [
    { value: today, label: t('tasks.words.today') },
    { value: addDays(today, 1), label: t('tasks.words.tomorrow') },
    { value: addDays(today, 7), label: t('tasks.words.inAWeek') },
  ]
  return (
    <DatePickerInput
      {...useCalendarProps()}
      label={t(`tasks.fields.${field}`)}
      placeholder={t('tasks.fields.noDate')}
      value={value}
      onChange={day => void save({ [field]: day })}
      valueFormatter={({ date }) => (typeof date === 'string' ? wordsFor(date) : '')}
      weekendDays={[]}
      presets={presets}
      minDate={field === 'dueDate' ? (task.startDate ?? undefined) : undefined}
      maxDate={field === 'startDate' ? (task.dueDate ?? undefined) : undefined}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.fields.clearDate') }}
      highlightToday
      classNames={isOverdue ? { input: classes.late } : undefined}
      popoverProps={{ withinPortal: true }}
    />
  )
}
