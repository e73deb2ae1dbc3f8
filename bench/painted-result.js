/** Measures from the last event of a type until an element that was not there before has been painted. */
globalThis.watchFor = ({ startedBy, selector, text }) => {
  const matching = () =>
    [...document.querySelectorAll(selector)].filter(element =>
      `${element.value} ${element.textContent}`.includes(text),
    )
  const before = new Set(matching())
  let start = 0
  const note = ({ timeStamp }) => {
    start = timeStamp
  }
  globalThis.elapsed = 0
  document.addEventListener(startedBy, note, true)
  const observer = new MutationObserver(() => {
    if (!start || matching().every(element => before.has(element))) return
    observer.disconnect()
    document.removeEventListener(startedBy, note, true)
    requestAnimationFrame(() =>
      setTimeout(() => {
        globalThis.elapsed = performance.now() - start
      }),
    )
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
}
