import { carry } from './touch-carry.ts'

const LONG_PRESS_MS = 350
const STILL_PX = 10

/**
 * A long press takes up whatever a mouse may drag. Browsers make drag events for a mouse; for a finger some do and
 * some do not, so here they are made for all of them.
 */
export function letFingersDrag() {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let carried: ReturnType<typeof carry>
  let from = { x: 0, y: 0 }

  const stopWaiting = () => clearTimeout(waiting)
  const putBack = () => {
    stopWaiting()
    carried?.putBack()
    carried = undefined
  }
  const press = ({ target, touches: [finger, ...others] }: TouchEvent) => {
    putBack()
    const source = (target as Element).closest<HTMLElement>('[draggable=true]')
    if (!source || !finger || others.length > 0) return
    from = pointOf(finger)
    waiting = setTimeout(() => {
      carried = carry(source, from)
    }, LONG_PRESS_MS)
  }
  const move = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!finger) return
    const to = pointOf(finger)
    if (Math.hypot(to.x - from.x, to.y - from.y) > STILL_PX) stopWaiting()
    if (!carried) return
    // Otherwise the page is scrolled instead.
    event.preventDefault()
    carried.moveTo(to)
  }
  const letGo = (event: TouchEvent) => {
    stopWaiting()
    if (!carried) return
    // Otherwise the end of the press is a click.
    event.preventDefault()
    carried.drop()
    carried = undefined
  }
  // What else browsers do on a long press.
  const refuse = (event: Event) => {
    if (carried && event.isTrusted) event.preventDefault()
  }

  document.addEventListener('touchstart', press, { passive: true })
  document.addEventListener('touchmove', move, { passive: false })
  document.addEventListener('touchend', letGo, { passive: false })
  document.addEventListener('touchcancel', putBack)
  for (const type of ['contextmenu', 'selectstart', 'dragstart'])
    document.addEventListener(type, refuse, { capture: true })
}

function pointOf({ clientX: x, clientY: y }: Touch) {
  return { x, y }
}
