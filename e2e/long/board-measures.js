// Runs in the page, before anything of the application.

const once = (selector, attributes) =>
  new Promise(resolve => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(resolve)
    })
    observer.observe(document, { childList: true, subtree: true, attributes })
  })

const firstCard = once('[data-card]', false)
void firstCard.then(now => performance.mark('first-card', { startTime: now }))

globalThis.measures = {
  /** From the last byte of the answer to the frame with the first card. */
  async firstCard() {
    await firstCard
    const answer = performance.getEntriesByType('resource').find(({ name }) => name.includes('/full'))
    const [shown] = performance.getEntriesByName('first-card')
    return {
      firstCardMs: Math.round(shown.startTime - answer.responseEnd),
      cardsInDocument: document.querySelectorAll('[data-card]').length,
    }
  },

  /** How many cards are in the document at ten places of a board with lanes. */
  async nodesInLanes() {
    const board = document.querySelector('[data-board]')
    const counts = []
    for (let place = 0; place < 10; place += 1) {
      board.scrollTop = ((board.scrollHeight - board.clientHeight) * place) / 9
      for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
      counts.push(document.querySelectorAll('[data-card]').length)
    }
    board.scrollTop = 0
    return counts
  },

  /** Three seconds of steady scrolling, through the first column or through this element. */
  async scroll(selector) {
    const first = document.querySelector('[data-card]').closest('ul').parentElement
    const list = selector ? document.querySelector(selector) : first
    const started = performance.now()
    let frames = 0
    let longest = 0
    let last = started
    await new Promise(resolve => {
      const draw = now => {
        frames += 1
        longest = Math.max(longest, now - last)
        last = now
        list.scrollTop += 40
        if (now - started > 3000) resolve()
        else requestAnimationFrame(draw)
      }
      requestAnimationFrame(draw)
    })
    return {
      framesPerSecond: Math.round((frames * 1000) / (performance.now() - started)),
      longestFrameMs: Math.round(longest),
      scrolledPixels: list.scrollTop,
    }
  },

  /** From the last keystroke to the frame with the filtered cards. */
  filter() {
    let typed
    addEventListener('input', () => (typed = performance.now()), { capture: true })
    return once('search [role=status]', false).then(now => ({ filterMs: Math.round(now - typed) }))
  },

  /** From the browser’s dragstart to the frame in which the card looks dragged. */
  drag() {
    let started
    addEventListener('dragstart', () => (started = performance.now()), { capture: true })
    return once('[data-dragged]', true).then(now => ({ dragStartMs: Math.round(now - started) }))
  },
}
