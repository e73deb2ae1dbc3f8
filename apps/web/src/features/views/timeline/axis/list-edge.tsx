// biome-ignore-all lint/a11y/useSemanticElements: it has a value and the focus, which an hr has not
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './timeline-header.module.css'

const KEY_STEP = 16
const MIN_WIDTH = 140
const MAX_WIDTH = 640

/** The edge of the list of titles: drag it, or focus it and press the arrow keys. */
export function ListEdge({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const { t } = useTranslation()
  const drag = useRef<{ from: number; width: number }>(undefined)
  const resize = (next: number) => onWidth(Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, next))))
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, width }
  }
  const move = (event: PointerEvent) => {
    if (drag.current) resize(drag.current.width + event.clientX - drag.current.from)
  }
  const end = () => {
    drag.current = undefined
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    resize(width + step)
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t('timeline.listWidth')}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      tabIndex={0}
      className={classes.listEdge}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onKeyDown={press}
    />
  )
}
