interface Point {
  x: number
  y: number
}

const LONG_PRESS_MS = 350
const TOLERANCE_PX = 10
const VIBRATION_MS = 12

/**
 * A long press starts dragging any element that a mouse can drag. Browsers send drag events for a mouse, and only some
 * of them for a finger, so they are dispatched here for all browsers.
 */
export function enableTouchDrag() {
  let pressTimer: ReturnType<typeof setTimeout> | undefined
  let drag: ReturnType<typeof startDrag>
  let from = { x: 0, y: 0 }
  let source: HTMLElement | null
  let hasMoved = false

  const stopWaiting = () => clearTimeout(pressTimer)
  const cancel = () => {
    stopWaiting()
    drag?.cancel()
    drag = undefined
  }
  const press = ({ target, touches: [finger, ...others] }: TouchEvent) => {
    cancel()
    source = (target as Element).closest<HTMLElement>('[draggable=true]')
    if (!source || !finger || others.length > 0) return
    from = pointOf(finger)
    hasMoved = false
    pressTimer = setTimeout(() => {
      drag = source ? startDrag(source, from) : undefined
    }, LONG_PRESS_MS)
  }
  const move = (event: TouchEvent) => {
    const [finger] = event.touches
    if (!finger) return
    const to = pointOf(finger)
    if (Math.hypot(to.x - from.x, to.y - from.y) > TOLERANCE_PX) {
      stopWaiting()
      hasMoved = true
    }
    if (!drag) return
    // Otherwise the page scrolls instead.
    event.preventDefault()
    drag.moveTo(to)
  }
  const release = (event: TouchEvent) => {
    stopWaiting()
    if (!drag) return
    // Otherwise the end of the press is a click.
    event.preventDefault()
    if (hasMoved) drag.drop()
    else {
      drag.cancel()
      if (source) openMenu(source, from)
    }
    drag = undefined
  }
  // Everything else that browsers do on a long press.
  const suppress = (event: Event) => {
    if (drag && event.isTrusted) event.preventDefault()
  }

  document.addEventListener('touchstart', press, { passive: true })
  document.addEventListener('touchmove', move, { passive: false })
  document.addEventListener('touchend', release, { passive: false })
  document.addEventListener('touchcancel', cancel)
  for (const type of ['contextmenu', 'selectstart', 'dragstart'])
    document.addEventListener(type, suppress, { capture: true })
}

/** A long press without a move is what a right click is with a mouse. */
function openMenu(source: HTMLElement, { x, y }: Point) {
  const position = { clientX: x, clientY: y }
  source.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...position }))
}

/** Dispatches the events of one mouse drag; undefined if the element prevents the drag. */
function startDrag(source: HTMLElement, from: Point) {
  const data = new DataTransfer()
  const send = (type: string, target: Element, { x, y }: Point) =>
    target.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data, clientX: x, clientY: y }),
    )
  const preview = createPreview(from)
  // The preview that the source sets, as a browser would draw it.
  data.setDragImage = image => image.firstElementChild && preview.show(image.firstElementChild)
  // Browsers send no pointer events during a drag; libraries take one as a sign that the drag was lost.
  const silence = (event: Event) => event.stopImmediatePropagation()
  addEventListener('pointermove', silence, { capture: true })
  let at = from
  let frame = 0

  const end = (isDropped: boolean) => {
    cancelAnimationFrame(frame)
    const target = document.elementFromPoint(at.x, at.y)
    // A drop target accepts the drop by preventing dragover.
    if (isDropped && target && !send('dragover', target, at)) send('drop', target, at)
    send('dragend', source, at)
    removeEventListener('pointermove', silence, { capture: true })
    preview.remove()
  }
  // In every frame, even while the finger rests: lists scroll under it.
  const sendDragOver = () => {
    const target = document.elementFromPoint(at.x, at.y)
    if (target) send('dragover', target, at)
    frame = requestAnimationFrame(sendDragOver)
  }

  if (!send('dragstart', source, from)) {
    end(false)
    return undefined
  }
  // After the source had the chance to set a preview of its own.
  queueMicrotask(() => preview.showByDefault(source))
  navigator.vibrate?.(VIBRATION_MS)
  frame = requestAnimationFrame(sendDragOver)
  return {
    moveTo: (to: Point) => {
      at = to
      preview.moveTo(to)
    },
    drop: () => end(true),
    cancel: () => end(false),
  }
}

/** Above the finger, where it is visible. */
function createPreview(from: Point) {
  const frame = document.createElement('div')
  Object.assign(frame.style, {
    position: 'fixed',
    zIndex: '400',
    insetBlockStart: '0',
    insetInlineStart: '0',
    maxWidth: '80vw',
    pointerEvents: 'none',
  })
  frame.inert = true
  const moveTo = ({ x, y }: Point) => {
    frame.style.transform = `translate(${x}px, ${y}px) translate(-50%, calc(-100% - 1rem))`
  }
  const show = (image: Element) => frame.replaceChildren(image.cloneNode(true))
  const showByDefault = (source: Element) => frame.firstChild || show(source)
  moveTo(from)
  document.body.append(frame)
  return { show, showByDefault, moveTo, remove: () => frame.remove() }
}

function pointOf({ clientX: x, clientY: y }: Touch) {
  return { x, y }
}
