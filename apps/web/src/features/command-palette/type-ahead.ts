const LONGEST_MS = 5000

/** Collects the keys that are typed while a field is still loading. Without it, they would be lost or act as shortcuts. */
export function createTypeAhead() {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  function take() {
    window.removeEventListener('keydown', press, true)
    clearTimeout(timer)
    const taken = text
    text = ''
    return taken
  }

  function start() {
    take()
    window.addEventListener('keydown', press, true)
    // The field may never come, such as without a network.
    timer = setTimeout(take, LONGEST_MS)
  }
  return { start, take }
}

export type TypeAhead = ReturnType<typeof createTypeAhead>
