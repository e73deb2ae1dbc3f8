import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { type RefObject, useEffect, useRef, useState } from 'react'

const kind = 'checklist-item'

/** Rows are dragged by their handle and accept other rows above or below. */
export function useItemDrag(
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  item: { id: number; taskId: number } | undefined,
  onDrop: (draggedId: number, side: Edge) => void,
) {
  const [edge, setEdge] = useState<Edge | null>(null)
  const [isDragged, setIsDragged] = useState(false)
  const latest = useRef(onDrop)
  useEffect(() => {
    latest.current = onDrop
  })
  const { id, taskId } = item ?? {}

  useEffect(() => {
    const element = row.current
    if (!element || !handle.current || id === undefined) return
    const isOther = (data: Record<string | symbol, unknown>) =>
      data.kind === kind && data.taskId === taskId && data.id !== id
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ kind, taskId, id }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isOther(source.data),
        getData: ({ input }) => attachClosestEdge({}, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          const side = extractClosestEdge(self.data)
          if (side) latest.current(Number(source.data.id), side)
        },
      }),
    )
  }, [row, handle, id, taskId])

  return { edge, isDragged }
}
