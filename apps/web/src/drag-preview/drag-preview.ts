import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/utils/set-custom-native-drag-preview'
import classes from './drag-preview.module.css'

type DragPreview = Parameters<typeof setCustomNativeDragPreview>[0]

/** Shows a dragged task as its title: small, so that it does not cover the drop target. */
export function showDragPreview(nativeSetDragImage: DragPreview['nativeSetDragImage'], title: string) {
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
