import '@mantine/dates/styles.layer.css'
import 'virtual:calendar-languages'
import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { durationText } from '@atrium/ui/durations'
import { useCalendarProps } from '@atrium/ui/forms/use-calendar-props'
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@atrium/ui/icons'
import { ActionIcon, Anchor, Button, Group, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords, mondayOf } from '../../data/days.ts'
import { secondsOnDay } from './interval-times.ts'
import classes from './week-strip.module.css'

const FORMAT = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const

interface DaySwitchProps {
  date: string
  today: string
  onChange: (date: string) => void
}

export function DaySwitch({ date, today, onChange }: DaySwitchProps) {
  const { t, i18n } = useTranslation()
  const words = dayInWords(date, i18n.language, FORMAT)
  const step = (days: number) => ({
    variant: 'default',
    size: 36,
    onClick: () => onChange(addDays(date, days)),
  })
  return (
    <Group gap={6}>
      <ActionIcon {...step(-1)} aria-label={t('time.day.previous')}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <DatePickerInput
        {...useCalendarProps()}
        // The visible date is part of the accessible name.
        aria-label={`${t('time.day.pick')}: ${words}`}
        valueFormatter={() => words}
        leftSection={<IconCalendarEvent size={16} stroke={1.75} />}
        value={date}
        onChange={chosen => chosen && onChange(chosen)}
        miw={180}
      />
      <ActionIcon {...step(1)} aria-label={t('time.day.next')}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button variant="default" disabled={date === today} onClick={() => onChange(today)}>
        {t('time.day.today')}
      </Button>
    </Group>
  )
}

interface WeekStripProps {
  date: string
  today: string
  /** Undefined while they are loading. */
  intervals: TimeInterval[] | undefined
  timeZone: string
}

/** The week around the day, each day with its total. */
export function WeekStrip({ date, today, intervals, timeZone }: WeekStripProps) {
  const { t, i18n } = useTranslation()
  const days = Array.from({ length: 7 }, (_, index) => {
    const day = addDays(mondayOf(date), index)
    const seconds = (intervals ?? []).reduce(
      (sum, interval) => sum + secondsOnDay(interval, day, timeZone),
      0,
    )
    return { day, seconds }
  })
  const longest = Math.max(1, ...days.map(({ seconds }) => seconds))
  const total = days.reduce((sum, { seconds }) => sum + seconds, 0)
  return (
    <section aria-label={t('time.day.week')}>
      <ol className={classes.week}>
        {days.map(({ day, seconds }) => (
          <li key={day}>
            <Link
              to="/time"
              search={{ date: day }}
              className={classes.day}
              data-today={day === today || undefined}
              aria-current={day === date ? 'date' : undefined}
            >
              <span className={classes.name}>{dayInWords(day, i18n.language, { weekday: 'short' })}</span>
              <span className={classes.number}>{Number(day.slice(8))}</span>
              <span className={classes.track} aria-hidden="true">
                <span style={{ height: `${(seconds / longest) * 100}%` }} />
              </span>
              <span className={classes.total} aria-hidden="true">
                {seconds > 0 ? durationText(seconds, i18n.language) : '–'}
              </span>
              {intervals && <VisuallyHidden>{durationText(seconds, i18n.language)}</VisuallyHidden>}
            </Link>
          </li>
        ))}
      </ol>
      <div className={classes.sum}>
        {intervals ? (
          t('time.day.weekTotal', { duration: durationText(total, i18n.language) })
        ) : (
          <Skeleton h="1lh" w="6rem" ms="auto" />
        )}
      </div>
    </section>
  )
}

/** The time zone in which days begin and end. */
export function ZoneNote({ timeZone, isSetting }: { timeZone: string; isSetting: boolean }) {
  const { t } = useTranslation()
  const zone = timeZone.replaceAll('_', ' ')
  return (
    <Text size="xs" c="dimmed">
      {t(isSetting ? 'time.day.zone' : 'time.day.browserZone', { zone })}{' '}
      <Anchor component={Link} to="/profile" inherit>
        {t('time.day.changeZone')}
      </Anchor>
    </Text>
  )
}
