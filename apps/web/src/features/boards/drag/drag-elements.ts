import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { type RefObject, useEffect, useState } from 'react'
import type { BoardColumn } from '../../../data/board-cache.ts'
import { useBoard } from '../board-context.ts'
import classes from './drag-preview.module.css'

/** Makes the card draggable; returns whether it is being dragged. */
export function useCardDrag(ref: RefObject<HTMLElement | null>, { id, title }: Card, isAllowed: boolean) {
  const [isDragged, setIsDragged] = useState(false)
  useEffect(() => {
    if (!ref.current || !isAllowed) return
    return draggable({
      element: ref.current,
      getInitialData: () => ({ type: 'card', taskId: id }),
      onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(nativeSetDragImage, title),
      onDragStart: () => setIsDragged(true),
      onDrop: () => setIsDragged(false),
    })
  }, [ref, id, title, isAllowed])
  return isDragged
}

/** Small, so that it does not cover the drop target. */
function showPreview(
  nativeSetDragImage: Parameters<typeof setCustomNativeDragPreview>[0]['nativeSetDragImage'],
  title: string,
) {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
    render: ({ container }) => {
      const preview = document.createElement('div')
      preview.className = classes.preview ?? ''
      preview.textContent = title
      container.append(preview)
    },
  })
}

interface Hint {
  'data-over'?: true
  'data-at-end'?: true | undefined
  'data-edge'?: string | undefined
  'data-dragged'?: true
}

type Element = RefObject<HTMLElement | null>

/** A column accepts cards and can be dragged by its header; returns the attributes that show the state of a drag. */
export function useColumnDrag(columnRef: Element, headerRef: Element, { id, title }: BoardColumn): Hint {
  const { mayWrite, mayManage } = useBoard()
  const [hint, setHint] = useState<Hint>({})

  useEffect(() => {
    const [element, dragHandle] = [columnRef.current, headerRef.current]
    if (!element || !dragHandle || !mayWrite) return
    const reset = () => setHint({})
    const dropTarget = dropTargetForElements({
      element,
      getData: ({ input, source }) => {
        const data = { type: 'column', columnId: id }
        if (source.data.type !== 'column') return data
        return attachClosestEdge(data, { element, input, allowedEdges: ['left', 'right'] })
      },
      onDrag: ({ self, source, location }) => {
        if (source.data.type === 'card') {
          const isInnermost = location.current.dropTargets[0]?.element === element
          setHint(last => keepIfEqual(last, { 'data-over': true, 'data-at-end': isInnermost || undefined }))
        } else if (source.data.columnId !== id) {
          setHint(last => keepIfEqual(last, { 'data-edge': extractClosestEdge(self.data) ?? undefined }))
        }
      },
      onDragLeave: reset,
      onDrop: reset,
    })
    if (!mayManage) return dropTarget
    return combine(
      dropTarget,
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ type: 'column', columnId: id }),
        onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(nativeSetDragImage, title),
        onDragStart: () => setHint({ 'data-dragged': true }),
        onDrop: reset,
      }),
    )
  }, [columnRef, headerRef, id, title, mayWrite, mayManage])
  return hint
}

/** The pointer moves many times a second, but the hint rarely changes. */
function keepIfEqual(last: Hint, next: Hint) {
  const isSame = last['data-at-end'] === next['data-at-end'] && last['data-edge'] === next['data-edge']
  return isSame && last['data-over'] === next['data-over'] ? last : next
}
