import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  attachClosestEdge,
  type Edge,
  extractClosestEdge,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { useLatest } from '@atrium/ui/latest'
import { type RefObject, useEffect, useState } from 'react'

interface RowDrag {
  row: RefObject<HTMLElement | null>
  handle: RefObject<HTMLElement | null>
  /** Rows of the same list accept each other. */
  list: string
  index: number
  onMove: (from: number, to: number) => void
}

/** Rows are dragged by their handle and accept other rows above or below. */
export function useRowDrag({ row, handle, list, index, onMove }: RowDrag) {
  const [edge, setEdge] = useState<Edge | null>(null)
  const [isDragged, setIsDragged] = useState(false)
  const latest = useLatest(onMove)

  useEffect(() => {
    const element = row.current
    if (!element || !handle.current) return
    return combine(
      draggable({
        element,
        dragHandle: handle.current,
        getInitialData: () => ({ list, index }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.list === list && source.data.index !== index,
        getData: ({ input }) => attachClosestEdge({}, { input, element, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self }) => setEdge(extractClosestEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null)
          const from = Number(source.data.index)
          const gap = extractClosestEdge(self.data) === 'top' ? index : index + 1
          latest.current(from, from < gap ? gap - 1 : gap)
        },
      }),
    )
  }, [row, handle, list, index])

  return { edge, isDragged }
}

export function moved<Item>(items: Item[], from: number, to: number) {
  const item = items[from] as Item
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
