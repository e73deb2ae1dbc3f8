import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../../data/account/user-settings.ts'
import { type Dates, daysOf } from '../../schedule/task-dates.ts'

export interface TimelineWords {
  today: string
  /** `3–7 May`; empty without dates. */
  days: (dates: Dates) => string
  /** `WR-12 Print posters`. */
  task: (task: ScheduledTask) => string
  /** What a screen reader says for a row. */
  row: (task: ScheduledTask, blockers: ScheduledTask[]) => string
}

/** The formatters are created once for all rows: creating one costs more than rendering a row. */
export function useTimelineWords(): TimelineWords {
  const { t, i18n } = useTranslation()
  const today = useToday()
  return useMemo(() => {
    const date = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
    const thisYear = new Intl.DateTimeFormat(i18n.language, date)
    const anyYear = new Intl.DateTimeFormat(i18n.language, { ...date, year: 'numeric' })
    const days = (dates: Dates) => {
      const taken = daysOf(dates)
      if (!taken) return ''
      const { from, to } = taken
      const isThisYear = [from, to].every(day => day.startsWith(today.slice(0, 4)))
      return (isThisYear ? thisYear : anyYear).formatRange(new Date(from), new Date(to))
    }
    const task = ({ number, projectKey, title }: ScheduledTask) => `${taskKey(number, projectKey)} ${title}`
    const stateOf = (shown: ScheduledTask, blockers: ScheduledTask[]) => {
      if (shown.completedAt) return t('timeline.row.done')
      const isOverdue = shown.dueDate !== null && shown.dueDate < today
      const blocked = shown.isBlocked
        ? blockers.length > 0
          ? t('timeline.row.blockedBy', { tasks: blockers.map(task).join(', ') })
          : t('timeline.row.blocked')
        : ''
      return [isOverdue ? t('timeline.row.overdue') : '', blocked].filter(Boolean).join(', ')
    }
    const row = (shown: ScheduledTask, blockers: ScheduledTask[]) =>
      [
        task(shown),
        days(shown) || t('timeline.row.undated'),
        shown.subtaskTotal > 0
          ? t('timeline.row.progress', { done: shown.subtaskDone, total: shown.subtaskTotal })
          : '',
        stateOf(shown, blockers),
      ]
        .filter(Boolean)
        .join(', ')
    return { today, days, task, row }
  }, [t, i18n.language, today])
}

/** Tells screen readers what happens to a bar. */
export function useBarAnnouncements(words: TimelineWords) {
  const { t } = useTranslation()
  return useCallback(
    (event: 'pickedUp' | 'dropped' | 'putBack', { title }: ScheduledTask, dates: Dates) =>
      announce(t(`timeline.keys.${event}`, { title, days: words.days(dates) })),
    [t, words],
  )
}

export type AnnounceBar = ReturnType<typeof useBarAnnouncements>
