import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { daysUntil } from '../../../../data/days.ts'
import {
  dayAt,
  extended,
  joined,
  rangeAround,
  type ScaleName,
  stepScale,
  type TimeScale,
  timeScale,
  xOf,
} from './time-scale.ts'

/** The visible part of the time axis, in pixels from its start. */
export interface Visible {
  left: number
  right: number
}

interface TimeWindow {
  scroller: RefObject<HTMLDivElement | null>
  listWidth: number
  scaleName: ScaleName
  onScale: (name: ScaleName) => void
  today: string
  /** The day that is shown first. */
  day: string
}

/** Scrolling does not render until it has passed so many pixels. */
const STEP_PX = 128
/** Where a day is scrolled to, from the left edge. */
const SHOWN_AT = 0.25

/** The days that are loaded and the ones that are visible. Scrolling towards an end loads more; zooming keeps the place. */
export function useTimeWindow({ scroller, listWidth, scaleName, onScale, today, day }: TimeWindow) {
  const [range, setRange] = useState(() => joined(rangeAround(scaleName, today), rangeAround(scaleName, day)))
  const scale = useMemo(() => timeScale(scaleName, range), [scaleName, range])
  const [visible, setVisible] = useState<Visible>({ left: 0, right: 0 })
  /** Where the next zoom stays in place, from the left edge; undefined for the middle. */
  const zoomAt = useRef<number>(undefined)

  const measure = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const left = Math.floor(element.scrollLeft / STEP_PX) * STEP_PX
    const end = element.scrollLeft + element.clientWidth - listWidth
    const right = Math.ceil(end / STEP_PX) * STEP_PX
    setVisible(before => (before.left === left && before.right === right ? before : { left, right }))
  }, [scroller, listWidth])

  const shownScale = useRef<TimeScale>(undefined)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const room = element.clientWidth - listWidth
    const before = shownScale.current
    shownScale.current = scale
    if (!before) element.scrollLeft = xOf(scale, day) - room * SHOWN_AT
    else if (before !== scale) {
      const offset = before.name === scale.name ? 0 : (zoomAt.current ?? room / 2)
      const days = (element.scrollLeft + offset) / before.dayWidth + daysUntil(before.from, scale.from)
      element.scrollLeft = days * scale.dayWidth - offset
      zoomAt.current = undefined
    }
    measure()
  }, [scroller, scale, listWidth, day, measure])

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another part is visible
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Not the measured part, which may still be that of another scale.
    const from = dayAt(scale, element.scrollLeft)
    const to = dayAt(scale, element.scrollLeft + element.clientWidth - listWidth)
    setRange(now => extended(now, scale.name, { from, to }))
  }, [visible, scale])

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller, measure])

  const zoom = useCallback(
    (step: number, at?: number) => {
      zoomAt.current = at
      onScale(stepScale(scaleName, step))
    },
    [scaleName, onScale],
  )
  useZoomGestures(scroller, listWidth, zoom)

  const showDay = useCallback(
    (shown: string) => {
      const element = scroller.current
      if (element) element.scrollLeft = xOf(scale, shown) - (element.clientWidth - listWidth) * SHOWN_AT
    },
    [scroller, scale, listWidth],
  )
  return { scale, range, visible, measure, zoom, showDay }
}

/** Wheel steps and pinches that change the scale. */
const WHEEL_STEP = 80
const PINCH_STEP = 1.5

function useZoomGestures(
  scroller: RefObject<HTMLElement | null>,
  listWidth: number,
  zoom: (step: number, at: number) => void,
) {
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let turned = 0
    let distance = 0
    const placeOf = (clientX: number) =>
      Math.max(0, clientX - element.getBoundingClientRect().left - listWidth)
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      // Otherwise the browser zooms the page.
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < WHEEL_STEP) return
      zoom(Math.sign(turned), placeOf(event.clientX))
      turned = 0
    }
    const touch = (event: TouchEvent) => {
      const [one, other] = event.touches
      if (!one || !other) {
        distance = 0
        return
      }
      const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
      if (event.type === 'touchstart' || distance === 0) distance = now
      const ratio = now / distance
      if (ratio < PINCH_STEP && ratio > 1 / PINCH_STEP) return
      zoom(ratio > 1 ? -1 : 1, placeOf((one.clientX + other.clientX) / 2))
      distance = now
    }
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('touchstart', touch, { passive: true })
    element.addEventListener('touchmove', touch, { passive: true })
    return () => {
      element.removeEventListener('wheel', wheel)
      element.removeEventListener('touchstart', touch)
      element.removeEventListener('touchmove', touch)
    }
  }, [scroller, listWidth, zoom])
}
