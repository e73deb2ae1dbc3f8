import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { SearchBox } from '@atrium/ui/forms/search-box'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCalendarPlus, IconX } from '@atrium/ui/icons'
import { Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TaskViewProps } from '../view/task-view.ts'
import { useCalendar } from './calendar-context.ts'
import { useUndatedTarget } from './calendar-drag.ts'
import { CalendarTask } from './calendar-task.tsx'
import { undatedQuery } from './undated.queries.ts'
import classes from './undated-list.module.css'

const ROW_HEIGHT = 50

export interface UndatedListProps extends Pick<TaskViewProps, 'scope' | 'findField'> {
  /** The day that the button of a task chooses. */
  day: string
  onSchedule: (task: ScheduledTask, day: string) => void
  onClose: (() => void) | undefined
}

/** Open tasks without dates, to drag onto a day; a task that is dropped here loses its dates. */
export function UndatedList({ scope, findField, day, onSchedule, onClose }: UndatedListProps) {
  const { t } = useTranslation()
  const { directory, mayWrite, formats } = useCalendar()
  const panel = useRef<HTMLElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState('')
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    undatedQuery(scope, findField, search),
  )
  const isOver = useUndatedTarget(panel)
  useEffect(() => (scroller.current ? autoScrollForElements({ element: scroller.current }) : undefined), [])
  const tasks = data?.pages.flatMap(({ items }) => items) ?? []
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => tasks[index]?.id ?? index,
    overscan: 8,
    useFlushSync: false,
  })
  const rows = virtualizer.getVirtualItems()
  const isAtEnd = (rows.at(-1)?.index ?? 0) >= tasks.length - 1
  useEffect(() => {
    if (isAtEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isAtEnd, hasNextPage, isFetchingNextPage, fetchNextPage])
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-label={t('calendar.undated.title')}
      aria-busy={isPending || undefined}
      data-over={isOver || undefined}
    >
      {onClose && (
        <Group justify="space-between" wrap="nowrap" mb={6}>
          <Text fw={600} size="sm">
            {t('calendar.undated.title')}
          </Text>
          <IconButton icon={IconX} label={t('calendar.undated.close')} size={26} onClick={onClose} />
        </Group>
      )}
      <SearchBox label={t('calendar.undated.search')} onSearch={setSearch} />
      {!isPending && tasks.length === 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {t(search ? 'calendar.undated.notFound' : 'calendar.undated.empty')}
        </Text>
      )}
      <div ref={scroller} className={classes.scroller}>
        {/* biome-ignore lint/a11y/noRedundantRoles: Safari forgets that a list without markers is one */}
        <ul role="list" className={classes.list} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, start, key }) => {
            const task = tasks[index]
            if (!task) return null
            const scheduled = { ...task, projectKey: directory.projects.get(task.projectId)?.key ?? null }
            const label = t('calendar.undated.schedule', { title: task.title, day: formats.short(day) })
            return (
              <li key={key} className={classes.row} style={{ transform: `translateY(${start}px)` }}>
                <CalendarTask task={scheduled} days={[]} isTall />
                {mayWrite(task.projectId) && (
                  <IconButton
                    icon={IconCalendarPlus}
                    label={label}
                    tooltip={formats.short(day)}
                    size={30}
                    onClick={() => onSchedule(scheduled, day)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </aside>
  )
}
