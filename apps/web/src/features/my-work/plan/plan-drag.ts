import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { DragLocation } from '@atlaskit/pragmatic-drag-and-drop/types'
import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useLatest } from '@atrium/ui/latest'
import { type RefObject, useEffect, useState } from 'react'
import { showDragPreview } from '../../../drag-preview/drag-preview.ts'
import type { PlannableTask } from './plan-changes.ts'

const DRAG_TYPE = 'plan-task'

/** Makes the row of a task draggable; returns whether it is being dragged. */
export function usePlanDrag(ref: RefObject<HTMLElement | null>, task: PlannableTask) {
  const [isDragged, setIsDragged] = useState(false)
  const latest = useLatest(task)
  useEffect(() => {
    if (!ref.current) return
    return draggable({
      element: ref.current,
      getInitialData: () => ({ type: DRAG_TYPE, task: latest.current }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        showDragPreview(nativeSetDragImage, latest.current.title),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [ref])
  return isDragged
}

/** The end of a day, wherever the day is shown; returns whether a task would be put there. */
export function useDayTarget(ref: RefObject<HTMLElement | null>, day: string) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const follow = ({ location, self }: { location: { current: DragLocation }; self: object }) =>
      setIsOver(location.current.dropTargets[0]?.element === (self as { element: Element }).element)
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => source.data.type === DRAG_TYPE,
      getData: () => ({ day }),
      onDropTargetChange: follow,
      onDragEnter: follow,
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    })
  }, [ref, day])
  return isOver
}

interface RowPlace {
  id: number
  day: string
  /** The row above it. */
  previousId: number | null
}

/** A row of a day, above or below which a task can be put; returns at which edge. */
export function useRowTarget(ref: RefObject<HTMLElement | null>, place: RowPlace | undefined) {
  const [edge, setEdge] = useState<Edge | null>(null)
  const { id, day, previousId } = place ?? {}
  useEffect(() => {
    const element = ref.current
    if (!element || id === undefined) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) =>
        source.data.type === DRAG_TYPE && (source.data.task as PlannableTask).id !== id,
      getData: ({ input }) =>
        attachClosestEdge({ id, day, previousId }, { input, element, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
      onDragLeave: () => setEdge(null),
      onDrop: () => setEdge(null),
    })
  }, [ref, id, day, previousId])
  return edge
}

/** Follows every drag, and scrolls the page while a task is dragged to its end. */
export function usePlanDrops(
  onDrop: (task: PlannableTask, day: string, afterTaskId: number | null | undefined) => void,
) {
  const latest = useLatest(onDrop)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.type === DRAG_TYPE,
        onDrop: ({ source, location }) => {
          const data = location.current.dropTargets[0]?.data
          if (!data) return
          const { id, day, previousId } = data as Partial<RowPlace> & { day: string }
          const above = extractClosestEdge(data) === 'top' ? previousId : id
          latest.current(source.data.task as PlannableTask, day, above)
        },
      }),
    [],
  )
  useEffect(
    () => autoScrollWindowForElements({ canScroll: ({ source }) => source.data.type === DRAG_TYPE }),
    [],
  )
}
