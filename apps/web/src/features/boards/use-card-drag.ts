import { draggable } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { type RefObject, useEffect, useState } from 'react'
import classes from './drag-preview.module.css'

/** Lets the card be dragged; answers whether it is. */
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

/** Small, so that it does not cover the place where it is dropped. */
export function showPreview(
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
