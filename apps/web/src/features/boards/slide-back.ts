const SLIDE_MS = 260

/** From where it was dropped to where it belongs: a copy flies, since columns clip what leaves them. */
export function slideBack(taskId: number) {
  const dropped = cardElement(taskId)
  if (!dropped || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const from = dropped.getBoundingClientRect()
  const copy = dropped.cloneNode(true) as HTMLElement
  // Two frames: the state changes in the first, and is drawn in the second.
  requestAnimationFrame(() => requestAnimationFrame(() => fly(copy, from, cardElement(taskId))))
}

function fly(copy: HTMLElement, from: DOMRect, home: HTMLElement | null) {
  const to = home?.getBoundingClientRect()
  if (!home || !to || (to.x === from.x && to.y === from.y)) return
  copy.ariaHidden = 'true'
  copy.inert = true
  Object.assign(copy.style, {
    position: 'fixed',
    zIndex: '300',
    top: `${to.y}px`,
    left: `${to.x}px`,
    width: `${to.width}px`,
    pointerEvents: 'none',
  })
  document.body.append(copy)
  home.style.visibility = 'hidden'
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`
  const flight = copy.animate([{ transform: start }, { transform: 'none' }], {
    duration: SLIDE_MS,
    easing: 'ease-out',
  })
  flight.onfinish = () => {
    home.style.visibility = ''
    copy.remove()
  }
}

function cardElement(taskId: number) {
  return document.querySelector<HTMLElement>(`[data-card="${taskId}"]`)
}
