import {
  draggable,
  dropTargetForElements,
  type ElementDropTargetEventBasePayload,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { type RefObject, useEffect, useState } from 'react'
import type { BoardColumn } from '../../../data/boards/board-cache.ts'
import { showDragPreview } from '../../../drag-preview/drag-preview.ts'
import { useBoard } from '../board/board-context.ts'

/** Makes the card draggable; returns whether it is being dragged. */
export function useCardDrag(ref: RefObject<HTMLElement | null>, { id, title }: Card, isAllowed: boolean) {
  const [isDragged, setIsDragged] = useState(false)
  useEffect(() => {
    if (!ref.current || !isAllowed) return
    return draggable({
      element: ref.current,
      getInitialData: ({ element }) => ({ type: 'card', taskId: id, height: element.offsetHeight }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => showDragPreview(nativeSetDragImage, title),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [ref, id, title, isAllowed])
  return isDragged
}

/** The state of a drag as a column shows it. */
interface ColumnDrag {
  isOver?: boolean
  isDragged?: boolean
  /** Where a dragged column would be dropped. */
  edge?: string | undefined
  /** Where a dragged card would be dropped: an index among the cards on the screen, and the height of the card. */
  gap?: CardGap | undefined
}

export interface CardGap {
  index: number
  height: number
}

interface ColumnElements {
  lane: RefObject<HTMLElement | null>
  header: RefObject<HTMLElement | null>
  /** The index among the shown cards at a height on the screen; null in a collapsed column. */
  indexAt: RefObject<((clientY: number) => number) | null>
}

const idle: ColumnDrag = {}

/** A column accepts cards over its full height and can be dragged by its header. */
export function useColumnDrag(elements: ColumnElements, { id, title }: BoardColumn, isDragging: boolean) {
  const { lane, header, indexAt } = elements
  const { mayWrite, mayManage } = useBoard()
  const [drag, setDrag] = useState(idle)
  // Not when the card is dropped: the gap stays open until the card is in it.
  if (!isDragging && drag.isOver) setDrag(idle)

  useEffect(() => {
    const [element, dragHandle] = [lane.current, header.current]
    if (!element || !dragHandle || !mayWrite) return
    const reset = () => setDrag(idle)
    const follow = ({ self, source }: ElementDropTargetEventBasePayload) => {
      if (source.data.type === 'card') {
        const gap = { index: Number(self.data.index), height: Number(source.data.height) }
        const isOpen = self.data.index !== undefined
        setDrag(last => keepIfEqual(last, { isOver: true, gap: isOpen ? gap : undefined }))
      } else if (source.data.columnId !== id) {
        setDrag(last => keepIfEqual(last, { edge: extractClosestEdge(self.data) ?? undefined }))
      }
    }
    const dropTarget = dropTargetForElements({
      element,
      getData: ({ input, source }) => {
        const data = { type: 'column', columnId: id }
        if (source.data.type === 'card') return { ...data, index: indexAt.current?.(input.clientY) }
        return attachClosestEdge(data, { element, input, allowedEdges: ['left', 'right'] })
      },
      onDragStart: follow,
      onDragEnter: follow,
      onDrag: follow,
      onDragLeave: reset,
      onDrop: ({ source }) => source.data.type === 'column' && reset(),
    })
    if (!mayManage) return dropTarget
    return combine(
      dropTarget,
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ type: 'column', columnId: id }),
        onGenerateDragPreview: ({ nativeSetDragImage }) => showDragPreview(nativeSetDragImage, title),
        onDragStart: () => setDrag({ isDragged: true }),
        onDrop: reset,
      }),
    )
  }, [lane, header, indexAt, id, title, mayWrite, mayManage])
  return drag
}

/** The pointer moves many times a second, but what a column shows rarely changes. */
function keepIfEqual(last: ColumnDrag, next: ColumnDrag) {
  const isSame = last.isOver === next.isOver && last.edge === next.edge
  return isSame && last.gap?.index === next.gap?.index ? last : next
}
