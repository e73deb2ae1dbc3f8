import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { DragLocation, Input } from '@atlaskit/pragmatic-drag-and-drop/types'
import { disableNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/disable-native-drag-preview'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useLatest } from '@atrium/ui/latest'
import { type RefObject, useEffect, useState } from 'react'
import { daysUntil } from '../../../data/days.ts'
import { showDragPreview } from '../../../drag-preview/drag-preview.ts'
import { type DatePart, type Dates, datesAfter, daysOf, isSame } from '../schedule/task-dates.ts'

const DRAG_TYPE = 'calendar-task'

interface DraggedTask {
  task: ScheduledTask
  part: DatePart
  /** The day of the task that follows the pointer; undefined for a task without dates. */
  grabbedDay: string | undefined
}

/** Makes the task draggable; returns whether it is being dragged. */
export function useTaskDrag(
  ref: RefObject<HTMLElement | null>,
  task: ScheduledTask,
  days: string[],
  isAllowed: boolean,
) {
  const [isDragged, setIsDragged] = useState(false)
  const latest = useLatest({ task, days })
  useEffect(() => {
    const element = ref.current
    if (!element || !isAllowed) return
    return draggable({
      element,
      getInitialData: ({ input }) => {
        const { task, days } = latest.current
        return { type: DRAG_TYPE, task, part: 'whole', grabbedDay: dayUnder(element, days, input) }
      },
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        showDragPreview(nativeSetDragImage, latest.current.task.title),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [ref, isAllowed])
  return isDragged
}

function dayUnder(element: HTMLElement, days: string[], { clientX }: Input) {
  const { left, width } = element.getBoundingClientRect()
  const index = Math.floor(((clientX - left) / width) * days.length)
  return days[Math.max(0, Math.min(index, days.length - 1))]
}

/** An end of a task, dragged to another day. */
export function useEdgeDrag(
  ref: RefObject<HTMLElement | null>,
  task: ScheduledTask,
  part: Exclude<DatePart, 'whole'>,
) {
  const latest = useLatest(task)
  useEffect(() => {
    if (!ref.current) return
    return draggable({
      element: ref.current,
      getInitialData: () => {
        const days = daysOf(latest.current)
        return {
          type: DRAG_TYPE,
          task: latest.current,
          part,
          grabbedDay: part === 'start' ? days?.from : days?.to,
        }
      },
      onGenerateDragPreview: ({ nativeSetDragImage }) => disableNativeDragPreview({ nativeSetDragImage }),
    })
  }, [ref, part])
}

/** A task can be dropped on any day of the element. */
export function useDayTarget(
  ref: RefObject<HTMLElement | null>,
  dayAt: (point: { x: number; y: number }) => string | undefined,
) {
  const latest = useLatest(dayAt)
  useEffect(() => {
    if (!ref.current) return
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => source.data.type === DRAG_TYPE,
      getData: ({ input }) => ({
        type: 'day',
        day: latest.current({ x: input.clientX, y: input.clientY }),
      }),
      getIsSticky: () => false,
    })
  }, [ref])
}

/** A task that is dropped here loses its dates; returns whether one would. */
export function useUndatedTarget(ref: RefObject<HTMLElement | null>) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => {
        const { type, part, task } = source.data as unknown as DraggedTask & { type: string }
        return type === DRAG_TYPE && part === 'whole' && daysOf(task) !== undefined
      },
      getData: () => ({ type: 'undated' }),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    })
  }, [ref])
  return isOver
}

interface CalendarDrops {
  onPickUp: (task: ScheduledTask) => void
  /** Undefined if it was dropped where nothing changes. */
  onDrop: (task: ScheduledTask, dates: Dates | undefined) => void
}

/** Follows every drag; returns the dragged task and the days that it would take. */
export function useCalendarDrag(drops: CalendarDrops) {
  const [dragged, setDragged] = useState<ScheduledTask>()
  const [target, setTarget] = useState<Dates>()
  const latest = useLatest(drops)
  useEffect(() => {
    const follow = (data: unknown, location: DragLocation) => {
      const dates = datesAt(data as DraggedTask, location)
      setTarget(last => (last && dates && isSame(last, dates) ? last : dates))
    }
    return monitorForElements({
      canMonitor: ({ source }) => source.data.type === DRAG_TYPE,
      onDragStart: ({ source, location }) => {
        const { task } = source.data as unknown as DraggedTask
        setDragged(task)
        latest.current.onPickUp(task)
        follow(source.data, location.current)
      },
      onDrag: ({ source, location }) => follow(source.data, location.current),
      onDropTargetChange: ({ source, location }) => follow(source.data, location.current),
      onDrop: ({ source, location }) => {
        const { task } = source.data as unknown as DraggedTask
        const dates = datesAt(source.data as unknown as DraggedTask, location.current)
        latest.current.onDrop(task, dates && !isSame(dates, task) ? dates : undefined)
        setTarget(undefined)
        setDragged(undefined)
      },
    })
  }, [])
  return { dragged, target: target && daysOf(target) }
}

function datesAt({ task, part, grabbedDay }: DraggedTask, { dropTargets }: DragLocation): Dates | undefined {
  const data = dropTargets[0]?.data
  if (data?.type === 'undated') return { startDate: null, dueDate: null }
  const day = data?.day as string | undefined
  if (!day) return undefined
  if (!daysOf(task) || !grabbedDay) return { startDate: null, dueDate: day }
  return datesAfter(task, part, daysUntil(day, grabbedDay))
}
