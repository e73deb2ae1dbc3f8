import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useLatest } from '@atrium/ui/latest'
import { type RefObject, useEffect, useState } from 'react'
import { showDragPreview } from '../../drag-preview/drag-preview.ts'

const DRAG_TYPE = 'planned-task'

/** Makes the task draggable; returns whether it is being dragged. */
export function usePlannedTaskDrag(ref: RefObject<HTMLElement | null>, task: Task, isAllowed: boolean) {
  const [isDragged, setIsDragged] = useState(false)
  const latest = useLatest(task)
  useEffect(() => {
    if (!ref.current || !isAllowed) return
    return draggable({
      element: ref.current,
      getInitialData: () => ({ type: DRAG_TYPE, task: latest.current }),
      onGenerateDragPreview: ({ nativeSetDragImage }) =>
        showDragPreview(nativeSetDragImage, latest.current.title),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [ref, isAllowed])
  return isDragged
}

/** Tasks of elsewhere can be dropped here; returns whether one would be. `undefined` takes none, `null` is the backlog. */
export function useCycleTarget(ref: RefObject<HTMLElement | null>, cycleId: number | null | undefined) {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!ref.current || cycleId === undefined) return
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source: { data } }) => data.type === DRAG_TYPE && (data.task as Task).cycleId !== cycleId,
      getData: () => ({ cycleId }),
      onDragEnter: () => setIsOver(true),
      onDragLeave: () => setIsOver(false),
      onDrop: () => setIsOver(false),
    })
  }, [ref, cycleId])
  return isOver
}

export function usePlanningDrops(onPlan: (task: Task, cycleId: number | null) => void) {
  const latest = useLatest(onPlan)
  useEffect(
    () =>
      monitorForElements({
        canMonitor: ({ source }) => source.data.type === DRAG_TYPE,
        onDrop: ({ source, location }) => {
          const target = location.current.dropTargets[0]?.data
          if (target) latest.current(source.data.task as Task, target.cycleId as number | null)
        },
      }),
    [],
  )
}
