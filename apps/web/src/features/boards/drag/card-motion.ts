const SLIDE_MS = 220
const SETTLE_MS = 160

/**
 * Animates the card from where it is to where the next change puts it. A copy moves, because columns clip their content.
 */
export function slide(taskId: number) {
  const card = cardElement(taskId)
  if (!card || prefersStillness()) return
  const from = card.getBoundingClientRect()
  const copy = card.cloneNode(true) as HTMLElement
  for (const element of [copy, ...copy.querySelectorAll('[data-card-link]')]) {
    element.removeAttribute('data-card')
    element.removeAttribute('data-card-link')
  }
  // The state changes in the first frame and is painted in the second.
  requestAnimationFrame(() => requestAnimationFrame(() => animateTo(copy, from, cardElement(taskId))))
}

function animateTo(copy: HTMLElement, from: DOMRect, home: HTMLElement | null) {
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
  // An element that is not visible cannot keep the focus, so the card is transparent while its copy moves.
  home.animate([{ opacity: 0 }, { opacity: 0 }], { duration: SLIDE_MS })
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`
  const animation = copy.animate([{ transform: start }, { transform: 'none' }], {
    duration: SLIDE_MS,
    easing: 'ease-out',
  })
  animation.onfinish = () => copy.remove()
}

/** Shows where a dropped card has landed. */
export function settle(taskId: number) {
  if (prefersStillness()) return
  // The state changes in a task of its own, after the drop.
  setTimeout(() =>
    requestAnimationFrame(() => {
      const lifted = { transform: 'scale(1.03)', boxShadow: 'var(--mantine-shadow-lg)' }
      cardElement(taskId)?.animate([lifted, {}], { duration: SETTLE_MS, easing: 'ease-out' })
    }),
  )
}

function prefersStillness() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function cardElement(taskId: number) {
  return document.querySelector<HTMLElement>(`[data-card="${taskId}"]`)
}
