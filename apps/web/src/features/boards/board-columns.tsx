import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { keyHelpId } from './board-card.tsx'
import classes from './board-columns.module.css'

interface BoardColumnsProps {
  isDragging: boolean
  onCardFocus: (taskId: number) => void
  onPointerDown: () => void
  children: ReactNode
}

/** Columns side by side; on a phone one at a time. */
export function BoardColumns(props: BoardColumnsProps) {
  const { isDragging, onCardFocus, onPointerDown, children } = props
  const { t } = useTranslation()
  const scroller = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!scroller.current) return
    return autoScrollForElements({ element: scroller.current })
  }, [])

  const noteFocus = ({ target }: FocusEvent) => {
    const taskId = target.closest('[data-card]')?.getAttribute('data-card')
    if (taskId) onCardFocus(Number(taskId))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches the cards inside
    <div
      ref={scroller}
      className={classes.columns}
      data-dragging={isDragging || undefined}
      onFocus={noteFocus}
      onPointerDown={onPointerDown}
    >
      {children}
      <p id={keyHelpId} hidden>
        {t('boards.keys.help')}
      </p>
    </div>
  )
}
