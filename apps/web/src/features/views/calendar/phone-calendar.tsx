import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconFlagFilled } from '@atrium/ui/icons'
import { Text, VisuallyHidden } from '@mantine/core'
import { type CSSProperties, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { daysOf } from '../schedule/task-dates.ts'
import { useCalendar } from './calendar-context.ts'
import { useDayTarget } from './calendar-drag.ts'
import type { CalendarGridProps } from './calendar-grid.tsx'
import { AddTask, DayTasks } from './day-tasks.tsx'
import classes from './phone-calendar.module.css'

type PhoneCalendarProps = Pick<
  CalendarGridProps,
  'weeks' | 'tasks' | 'scale' | 'date' | 'isBusy' | 'target' | 'onDate' | 'onCreate' | 'label'
>

const MAX_DOTS = 3

/** The days with how much they hold; below them the tasks of the chosen one. */
export function PhoneCalendar(props: PhoneCalendarProps) {
  const { weeks, tasks, scale, date, isBusy, target, onDate, onCreate, label } = props
  const { t } = useTranslation()
  const { today, formats, priorities, milestonesOn } = useCalendar()
  const days = useRef<HTMLDivElement>(null)
  useDayTarget(days, ({ x, y }) => dayAt(days.current, x, y))
  const tasksOn = useTasksByDay(tasks)
  const chosen = tasksOn(date)
  return (
    <div className={classes.calendar} aria-busy={isBusy || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs */}
      <div ref={days} role="group" aria-label={label} className={classes.days}>
        {weeks[0]?.map(day => (
          <span key={day} className={classes.weekday} aria-hidden="true">
            {formats.weekday(day)}
          </span>
        ))}
        {weeks.flat().map(day => {
          const found = tasksOn(day)
          const milestones = milestonesOn(day)
          return (
            <button
              key={day}
              type="button"
              className={classes.day}
              data-day={day}
              data-outside={(scale === 'month' && day.slice(0, 7) !== date.slice(0, 7)) || undefined}
              data-today={day === today || undefined}
              data-over={(target && target.from <= day && day <= target.to) || undefined}
              aria-pressed={day === date}
              aria-current={day === today ? 'date' : undefined}
              onClick={() => onDate(day)}
            >
              <VisuallyHidden>
                {[t('calendar.day', { day: formats.long(day), count: found.length }), ...milestones].join(
                  ', ',
                )}
              </VisuallyHidden>
              <span className={classes.number} aria-hidden="true">
                {Number(day.slice(8))}
                {milestones.length > 0 && <IconFlagFilled size={10} className={classes.flag} />}
              </span>
              <span className={classes.dots} aria-hidden="true">
                {found.length > MAX_DOTS
                  ? found.length
                  : found.map(({ id, priorityId, completedAt }) => (
                      <i
                        key={id}
                        data-done={completedAt ? true : undefined}
                        style={{ '--priority': priorities.get(priorityId)?.color } as CSSProperties}
                      />
                    ))}
              </span>
            </button>
          )
        })}
      </div>
      <section className={classes.list} aria-label={formats.long(date)}>
        <Text component="h3" fw={600} size="sm" m={0} mb="xs" className={classes.chosen}>
          {formats.long(date)}
        </Text>
        {milestonesOn(date).map(name => (
          <Text key={name} size="sm" fw={600} mb={4} className={classes.milestone}>
            <IconFlagFilled size={12} aria-hidden /> {name}
          </Text>
        ))}
        {chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('calendar.nothing')}
          </Text>
        )}
        <DayTasks day={date} tasks={chosen} />
        {onCreate && <AddTask onClick={() => onCreate(date)} />}
      </section>
    </div>
  )
}

function useTasksByDay(tasks: ScheduledTask[]) {
  const spans = useMemo(() => tasks.map(task => ({ task, days: daysOf(task) })), [tasks])
  return (day: string) =>
    spans.flatMap(({ task, days }) => (days && days.from <= day && day <= days.to ? [task] : []))
}

function dayAt(days: HTMLElement | null, x: number, y: number) {
  const under = document.elementsFromPoint(x, y).find(element => days?.contains(element))
  return under?.closest('[data-day]')?.getAttribute('data-day') ?? undefined
}
