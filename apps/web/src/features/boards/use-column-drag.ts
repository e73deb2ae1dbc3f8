import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/utils/combine'
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge'
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge'
import { type RefObject, useEffect, useState } from 'react'
import type { BoardColumn } from '../../data/board-cache.ts'
import { useBoard } from './board-context.ts'
import { showPreview } from './use-card-drag.ts'

interface Hint {
  'data-over'?: true
  'data-at-end'?: true | undefined
  'data-edge'?: string | undefined
  'data-dragged'?: true
}

type Element = RefObject<HTMLElement | null>

/** A column takes cards, and is itself dragged by its header; answers how it looks meanwhile. */
export function useColumnDrag(columnRef: Element, headerRef: Element, { id, title }: BoardColumn): Hint {
  const { mayWrite, mayManage } = useBoard()
  const [hint, setHint] = useState<Hint>({})

  useEffect(() => {
    const [element, dragHandle] = [columnRef.current, headerRef.current]
    if (!element || !dragHandle || !mayWrite) return
    const calm = () => setHint({})
    const takesDrops = dropTargetForElements({
      element,
      getData: ({ input, source }) => {
        const data = { type: 'column', columnId: id }
        if (source.data.type !== 'column') return data
        return attachClosestEdge(data, { element, input, allowedEdges: ['left', 'right'] })
      },
      onDrag: ({ self, source, location }) => {
        if (source.data.type === 'card') {
          const isInnermost = location.current.dropTargets[0]?.element === element
          setHint(last => sameOr(last, { 'data-over': true, 'data-at-end': isInnermost || undefined }))
        } else if (source.data.columnId !== id) {
          setHint(last => sameOr(last, { 'data-edge': extractClosestEdge(self.data) ?? undefined }))
        }
      },
      onDragLeave: calm,
      onDrop: calm,
    })
    if (!mayManage) return takesDrops
    return combine(
      takesDrops,
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ type: 'column', columnId: id }),
        onGenerateDragPreview: ({ nativeSetDragImage }) => showPreview(nativeSetDragImage, title),
        onDragStart: () => setHint({ 'data-dragged': true }),
        onDrop: calm,
      }),
    )
  }, [columnRef, headerRef, id, title, mayWrite, mayManage])
  return hint
}

/** The pointer moves sixty times a second, the hint seldom. */
function sameOr(last: Hint, next: Hint) {
  const isSame = last['data-at-end'] === next['data-at-end'] && last['data-edge'] === next['data-edge']
  return isSame && last['data-over'] === next['data-over'] ? last : next
}
