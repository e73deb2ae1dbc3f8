import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { durationText } from '@atrium/ui/format'
import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords, mondayOf } from '../../../data/days.ts'
import { secondsOnDay } from '../day-parts.ts'
import classes from './week-strip.module.css'

interface WeekStripProps {
  date: string
  today: string
  intervals: TimeInterval[]
  timeZone: string
}

/** The week around the day, each day with its total. */
export function WeekStrip({ date, today, intervals, timeZone }: WeekStripProps) {
  const { t, i18n } = useTranslation()
  const days = Array.from({ length: 7 }, (_, index) => {
    const day = addDays(mondayOf(date), index)
    const seconds = intervals.reduce((sum, interval) => sum + secondsOnDay(interval, day, timeZone), 0)
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
                {seconds > 0 ? hoursText(seconds) : '–'}
              </span>
              <VisuallyHidden>{durationText(seconds, i18n.language)}</VisuallyHidden>
            </Link>
          </li>
        ))}
      </ol>
      <p className={classes.sum}>
        {t('time.day.weekTotal', { duration: durationText(total, i18n.language) })}
      </p>
    </section>
  )
}

/** As short as a narrow column needs it: 5:20. */
function hoursText(seconds: number) {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
