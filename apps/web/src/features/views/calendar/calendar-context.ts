import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { useMilestones } from '../../../data/planning/milestones.ts'
import { type Directory, useDirectory } from '../view/directory.ts'
import type { TaskViewProps } from '../view/task-view.ts'

/** What every task and day of a calendar is drawn with. */
interface CalendarContextValue extends Pick<TaskViewProps, 'mayWrite' | 'hrefOf' | 'onOpen' | 'projectId'> {
  today: string
  directory: Directory
  priorities: Map<number, TaskPriority>
  formats: ReturnType<typeof createFormats>
  /** The names of the milestones on a day. */
  milestonesOn: (day: string) => string[]
}

export const CalendarContext = createContext<CalendarContextValue | undefined>(undefined)

export function useCalendar() {
  const context = useContext(CalendarContext)
  if (!context) throw new Error('Parts of a calendar need a CalendarContext around them')
  return context
}

export function useCalendarContext({ projectId, mayWrite, hrefOf, onOpen }: TaskViewProps) {
  const { i18n } = useTranslation()
  const today = useToday()
  // Over all projects, tasks show their project instead of a person: nobody's members are loaded.
  const directory = useDirectory(projectId ? [{ projectId, boardId: 0 }] : [])
  const formats = useMemo(() => createFormats(i18n.language), [i18n.language])
  const { priorities } = directory
  const milestones = useMilestones(projectId)
  const byDay = useMemo(() => Map.groupBy(milestones, ({ date }) => date), [milestones])
  const milestonesOn = (day: string) => byDay.get(day)?.map(({ name }) => name) ?? []
  return { projectId, mayWrite, hrefOf, onOpen, today, directory, priorities, formats, milestonesOn }
}

/** Created once: creating a format costs more than rendering a day. A day has no time zone. */
function createFormats(language: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    return (day: string) => format(new Date(day))
  }
  const range = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return {
    weekday: format({ weekday: 'short' }),
    longWeekday: format({ weekday: 'long' }),
    month: format({ month: 'long', year: 'numeric' }),
    dayOfMonth: format({ day: 'numeric', month: 'short' }),
    short: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
    range: (from: string, to: string) => range.formatRange(new Date(from), new Date(to)),
  }
}
