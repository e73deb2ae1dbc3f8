import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useLatest } from '@atrium/ui/latest'
import { type RefObject, useEffect } from 'react'
import { type DatePart, type Dates, datesAfter } from '../../schedule/task-dates.ts'
import { dayAt, type TimeScale } from '../axis/time-scale.ts'
import type { AnnounceBar } from '../rows/timeline-words.ts'

/** What a bar is taken by: as a whole, by an end, by the point that draws a dependency, or the empty row of a task without dates. */
export type Grip = DatePart | 'link' | 'new'

export type Draft =
  | { type: 'dates'; taskId: number; dates: Dates; isLifted?: boolean }
  | { type: 'link'; taskId: number; to: { x: number; y: number }; overId: number | undefined }

/** Makes a bar draggable, or the row of a task without dates. */
export function useGrip(ref: RefObject<HTMLElement | null>, taskId: number, isAllowed: boolean) {
  useEffect(() => {
    const element = ref.current
    if (!element || !isAllowed) return
    return draggable({
      element,
      getInitialData: ({ input }) => ({ type: 'bar', taskId, grip: gripAt(input.clientX, input.clientY) }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => hidePreview(nativeSetDragImage),
    })
  }, [ref, taskId, isAllowed])
}

function gripAt(x: number, y: number): Grip {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-grip]')
  return (found?.dataset.grip as Grip | undefined) ?? 'whole'
}

/** The bar itself follows the pointer. */
function hidePreview(
  nativeSetDragImage: Parameters<typeof setCustomNativeDragPreview>[0]['nativeSetDragImage'],
) {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    render: ({ container }) => {
      const point = document.createElement('div')
      Object.assign(point.style, { width: '1px', height: '1px' })
      container.append(point)
    },
  })
}

interface BarDrags {
  scroller: RefObject<HTMLDivElement | null>
  listWidth: number
  headerHeight: number
  scale: TimeScale
  findTask: (id: number) => ScheduledTask | undefined
  announceBar: AnnounceBar
  onDraft: (draft: Draft | null) => void
  onDates: (task: ScheduledTask, dates: Dates) => void
  onLink: (blocker: ScheduledTask, blockedId: number) => void
}

interface Input {
  clientX: number
  clientY: number
}

/** Handles all drags of the timeline. */
export function useBarDrags(drags: BarDrags) {
  const latest = useLatest(drags)
  const { scroller } = drags
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let startX = 0

    const pointOf = ({ clientX, clientY }: Input) => {
      const { left, top } = element.getBoundingClientRect()
      return {
        x: clientX - left + element.scrollLeft - latest.current.listWidth,
        y: clientY - top + element.scrollTop - latest.current.headerHeight,
      }
    }
    const draftOf = (data: Record<string, unknown>, input: Input): Draft | null => {
      const { scale, findTask } = latest.current
      const task = findTask(Number(data.taskId))
      if (!task) return null
      const grip = data.grip as Grip
      const to = pointOf(input)
      if (grip === 'link') return { type: 'link', taskId: task.id, to, overId: taskAt(input, task.id) }
      const dates =
        grip === 'new'
          ? datesBetween(dayAt(scale, startX), dayAt(scale, to.x))
          : datesAfter(task, grip, Math.round((to.x - startX) / scale.dayWidth))
      return { type: 'dates', taskId: task.id, dates }
    }

    const drop = (draft: Draft, isCancelled: boolean) => {
      const { findTask, announceBar, onDates, onLink } = latest.current
      const task = findTask(draft.taskId)
      if (!task) return
      if (isCancelled) return draft.type === 'dates' && announceBar('putBack', task, task)
      if (draft.type === 'link') return draft.overId && onLink(task, draft.overId)
      announceBar('dropped', task, draft.dates)
      onDates(task, draft.dates)
    }

    return combine(
      autoScrollForElements({ element, canScroll: ({ source }) => source.data.type === 'bar' }),
      dropTargetForElements({ element, canDrop: ({ source }) => source.data.type === 'bar' }),
      monitorForElements({
        canMonitor: ({ source }) => source.data.type === 'bar',
        onDragStart: ({ source, location }) => {
          startX = pointOf(location.initial.input).x
          const draft = draftOf(source.data, location.current.input)
          const task = latest.current.findTask(Number(source.data.taskId))
          if (task && draft?.type === 'dates') latest.current.announceBar('pickedUp', task, draft.dates)
          latest.current.onDraft(draft)
        },
        onDrag: ({ source, location }) =>
          latest.current.onDraft(draftOf(source.data, location.current.input)),
        onDrop: ({ source, location }) => {
          const draft = draftOf(source.data, location.current.input)
          const isCancelled = location.current.dropTargets.length === 0
          if (draft) drop(draft, isCancelled)
          latest.current.onDraft(null)
        },
      }),
    )
  }, [scroller])
}

function taskAt({ clientX, clientY }: Input, ownId: number) {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-task]')
  const id = Number(row?.dataset.task)
  return id && id !== ownId ? id : undefined
}

/** Dates for a task that has none: one day is when it is due. */
function datesBetween(one: string, other: string): Dates {
  if (one === other) return { startDate: null, dueDate: one }
  return one < other ? { startDate: one, dueDate: other } : { startDate: other, dueDate: one }
}
