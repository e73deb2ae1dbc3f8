import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconCalendarDue } from '@atrium/ui/icons'
import { DatePickerInput } from '@mantine/dates'
import { useTranslation } from 'react-i18next'
import { addDays, daysUntil } from '../../../data/days.ts'
import { useToday } from '../../../data/user-settings.ts'
import { useSaveTask } from '../saving/save-task.tsx'
import { dayWords } from '../words/task-words.ts'
import classes from './task-fields.module.css'

export function DayField({ task, field }: { task: Task; field: 'startDate' | 'dueDate' }) {
  const { t, i18n } = useTranslation()
  const save = useSaveTask()
  const today = useToday()
  const value = task[field]
  const isOverdue = field === 'dueDate' && value && !task.completedAt && daysUntil(value, today) < 0
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
      valueFormatter={({ date }) => (typeof date === 'string' ? dayWords(date, today, i18n.language, t) : '')}
      weekendDays={[]}
      presets={presets}
      minDate={field === 'dueDate' ? (task.startDate ?? undefined) : undefined}
      maxDate={field === 'startDate' ? (task.dueDate ?? undefined) : undefined}
      leftSection={<IconCalendarDue size={16} stroke={1.75} />}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.fields.clearDate') }}
      highlightToday
      classNames={{ input: classes.day, section: classes.daySection }}
      error={isOverdue ? t('tasks.fields.overdue') : undefined}
      popoverProps={{ withinPortal: true }}
    />
  )
}
