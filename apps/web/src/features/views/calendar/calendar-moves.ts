import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeTask } from '../../../data/changes/change-task.ts'
import type { scheduleQuery } from '../schedule/schedule.queries.ts'
import { type Dates, daysOf } from '../schedule/task-dates.ts'
import type { useCalendarContext } from './calendar-context.ts'
import { removeFromUndated } from './undated.queries.ts'
import type { LiftedTask } from './use-calendar-keys.ts'

/** What is on the screen: nothing changes under the pointer during a drag. */
export function useShownTasks(
  tasks: ScheduledTask[] | undefined,
  lifted: LiftedTask | undefined,
  isDragging: boolean,
) {
  const [last, setLast] = useState(tasks)
  if (!isDragging && last !== tasks) setLast(tasks)
  const shown = isDragging ? last : tasks
  return useMemo(() => {
    if (!lifted) return shown ?? []
    const others = shown?.filter(({ id }) => id !== lifted.task.id) ?? []
    return [...others, { ...lifted.task, ...lifted.dates }]
  }, [shown, lifted])
}

/** Gives a task other dates, and says so. */
export function useMove(
  queryKey: ReturnType<typeof scheduleQuery>['queryKey'],
  { formats }: ReturnType<typeof useCalendarContext>,
) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { change } = useChangeTask()
  return (task: ScheduledTask, dates: Dates) => {
    const before = daysOf(task)
    const after = daysOf(dates)
    if (!before) {
      removeFromUndated(queryClient, task.id)
      queryClient.setQueryData(
        queryKey,
        now => now && { ...now, tasks: [...now.tasks, { ...task, ...dates }] },
      )
    }
    const { title } = task
    const done = !after
      ? t('calendar.drag.cleared', { title })
      : after.from === after.to
        ? t('calendar.drag.moved', { title, day: formats.short(after.from) })
        : t('calendar.drag.movedRange', {
            title,
            from: formats.short(after.from),
            to: formats.short(after.to),
          })
    announce(done)
    change(task, dates, done)
  }
}
