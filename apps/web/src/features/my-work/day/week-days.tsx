import type { TaskInPlan } from '@atrium/tasks/planning/plan.contract'
import { createDurationFormat } from '@atrium/ui/durations'
import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronLeft, IconChevronRight } from '@atrium/ui/icons'
import { Group, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { userSettingsQuery } from '../../../data/account/user-settings.ts'
import { addDays, dayInWords, mondayOf } from '../../../data/days.ts'
import { sumOf, workingSecondsOn } from '../plan/plan-changes.ts'
import { useDayTarget } from '../plan/plan-drag.ts'
import classes from './week-days.module.css'

/** How many titles of a day are shown next to it. */
const SHOWN_TITLES = 3

interface WeekDaysProps {
  /** The whole plan. */
  tasks: TaskInPlan[]
  today: string
  /** The day that is shown. */
  day: string
  onDay: (day: string) => void
}

/** The week around the shown day. A task can be dropped on each of its days. */
export function WeekDays({ tasks, today, day, onDay }: WeekDaysProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const monday = mondayOf(day)
  const isThisWeek = monday === mondayOf(today)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const range = { day: 'numeric', month: 'short' } as const
  const title = isThisWeek
    ? t('plan.week.this')
    : `${dayInWords(monday, i18n.language, range)} – ${dayInWords(addDays(monday, 6), i18n.language, range)}`
  const next = addDays(monday, 7)
  const previous = addDays(monday, -7)
  return (
    <section aria-labelledby={id} className={classes.week}>
      <Group justify="space-between" gap="xs" mb="xs" px={4} wrap="nowrap">
        <Title order={2} size="h4" id={id} aria-live="polite">
          {title}
        </Title>
        <Group gap={2} wrap="nowrap">
          {!isThisWeek && (
            <IconButton
              icon={IconChevronLeft}
              label={t('plan.week.previous')}
              onClick={() => onDay(previous < today ? today : previous)}
            />
          )}
          <IconButton icon={IconChevronRight} label={t('plan.week.next')} onClick={() => onDay(next)} />
        </Group>
      </Group>
      <ul className={classes.days}>
        {days.map(one => (
          <DayCell
            key={one}
            day={one}
            tasks={tasks.filter(({ plannedFor }) => plannedFor === one)}
            isToday={one === today}
            isShown={one === day}
            onShow={() => onDay(one)}
          />
        ))}
      </ul>
    </section>
  )
}

interface DayCellProps {
  day: string
  tasks: TaskInPlan[]
  isToday: boolean
  isShown: boolean
  onShow: () => void
}

function DayCell({ day, tasks, isToday, isShown, onShow }: DayCellProps) {
  const { t, i18n } = useTranslation()
  const cell = useRef<HTMLLIElement>(null)
  const isOver = useDayTarget(cell, day)
  const { data: settings } = useQuery(userSettingsQuery)
  const capacity = settings ? workingSecondsOn(day, settings) : 0
  const { seconds } = sumOf(tasks)
  const text = createDurationFormat(i18n.language)
  const inWords = (format: Intl.DateTimeFormatOptions) => dayInWords(day, i18n.language, format)
  const label = [
    inWords({ weekday: 'long', day: 'numeric', month: 'long' }),
    t('plan.week.count', { count: tasks.length }),
    ...(seconds > 0 ? [t('plan.sum.ofDay', { planned: text(seconds), capacity: text(capacity) })] : []),
  ].join(', ')
  return (
    <li ref={cell} className={classes.cell}>
      <UnstyledButton
        className={classes.button}
        aria-pressed={isShown}
        aria-current={isToday ? 'date' : undefined}
        data-over={isOver || undefined}
        data-off={capacity === 0 || undefined}
        onClick={onShow}
      >
        <VisuallyHidden>{label}</VisuallyHidden>
        <span className={classes.head} aria-hidden="true">
          <span className={classes.weekday}>{inWords({ weekday: 'short' })}</span>
          <span className={classes.date}>{Number(day.slice(8))}</span>
          <span className={classes.sum}>
            {seconds > 0 && (capacity > 0 ? `${text(seconds)} / ${text(capacity)}` : text(seconds))}
          </span>
        </span>
        <span className={classes.bar} aria-hidden="true" data-over-capacity={seconds > capacity || undefined}>
          <span style={{ inlineSize: `${fullness(seconds, capacity)}%` }} />
        </span>
        {tasks.length > 0 && (
          <span className={classes.titles} aria-hidden="true">
            {tasks.slice(0, SHOWN_TITLES).map(({ id, title, completedAt }) => (
              <span key={id} data-done={completedAt !== null || undefined}>
                {title}
              </span>
            ))}
            {tasks.length > SHOWN_TITLES && (
              <span>{t('plan.week.more', { count: tasks.length - SHOWN_TITLES })}</span>
            )}
          </span>
        )}
      </UnstyledButton>
    </li>
  )
}

function fullness(seconds: number, capacity: number) {
  if (seconds === 0) return 0
  return capacity === 0 ? 100 : Math.min(100, (seconds / capacity) * 100)
}
