interface Point {
  x: number
  y: number
}

const FELT_MS = 12

/** One drag, in the events that a browser makes for a mouse; nothing if the element does not want to be dragged there. */
export function carry(source: HTMLElement, from: Point) {
  const data = new DataTransfer()
  const send = (type: string, target: Element, { x, y }: Point) =>
    target.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data, clientX: x, clientY: y }),
    )
  const picture = pictureAt(from)
  // The picture that the source wants, as a browser would draw it.
  data.setDragImage = image => image.firstElementChild && picture.show(image.firstElementChild)
  // A browser is silent about the pointer during a drag; hearing of it means that the drag has been lost.
  const silence = (event: Event) => event.stopImmediatePropagation()
  addEventListener('pointermove', silence, { capture: true })
  let at = from
  let frame = 0

  const end = (dropped: boolean) => {
    cancelAnimationFrame(frame)
    const target = document.elementFromPoint(at.x, at.y)
    // A dragover that nobody prevents has nobody who wants the drop.
    if (dropped && target && !send('dragover', target, at)) send('drop', target, at)
    send('dragend', source, at)
    removeEventListener('pointermove', silence, { capture: true })
    picture.remove()
  }
  // Again and again, also at rest: lists move under the finger.
  const tell = () => {
    const target = document.elementFromPoint(at.x, at.y)
    if (target) send('dragover', target, at)
    frame = requestAnimationFrame(tell)
  }

  if (!send('dragstart', source, from)) {
    end(false)
    return undefined
  }
  // After the source has had the chance to give a picture of its own.
  queueMicrotask(() => picture.showOr(source))
  navigator.vibrate?.(FELT_MS)
  frame = requestAnimationFrame(tell)
  return {
    moveTo: (to: Point) => {
      at = to
      picture.moveTo(to)
    },
    drop: () => end(true),
    putBack: () => end(false),
  }
}

/** Above the finger, where it is seen. */
function pictureAt(from: Point) {
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
  const show = (picture: Element) => frame.replaceChildren(picture.cloneNode(true))
  const showOr = (source: Element) => frame.firstChild || show(source)
  moveTo(from)
  document.body.append(frame)
  return { show, showOr, moveTo, remove: () => frame.remove() }
}
