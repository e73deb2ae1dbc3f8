import { useEffect, useRef } from 'react'

/** `c`, `?`, `mod+k` or, one after the other, `g b`. */
export type Shortcuts = Record<string, () => void>

const NEXT_KEY_MS = 1500

interface Options {
  /** Keys without Ctrl or Cmd; whoever speaks to the computer wishes to turn them off (WCAG 2.1.4). */
  withSingleKeys: boolean
}

/** Keys that work everywhere but where something is being written or chosen. */
export function useShortcuts(shortcuts: Shortcuts, { withSingleKeys }: Options) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    let first: { key: string; at: number } | undefined
    const press = (event: KeyboardEvent) => {
      if (isBusy(event) || (!withSingleKeys && !hasModifier(event))) return
      const key = keyOf(event)
      const isSecond = first && event.timeStamp - first.at < NEXT_KEY_MS
      const run = (isSecond && latest.current[`${first?.key} ${key}`]) || latest.current[key]
      first = !run && key.length === 1 ? { key, at: event.timeStamp } : undefined
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [withSingleKeys])
}

function isBusy(event: KeyboardEvent) {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey) return true
  if (hasModifier(event)) return false
  const target = event.target instanceof HTMLElement ? event.target : undefined
  const isWriting = target?.isContentEditable || target?.matches('input, textarea, select, [role="combobox"]')
  // A dialog has keys of its own, but help is welcome there too.
  return Boolean(isWriting || (event.key !== '?' && target?.closest('[role="dialog"]')))
}

function hasModifier({ ctrlKey, metaKey }: KeyboardEvent) {
  return ctrlKey || metaKey
}

/** By the place of the key where the layout has no Latin letters, so that C is C on a Russian keyboard too. */
function keyOf(event: KeyboardEvent) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const isLatin = /^[a-z]$/i.test(event.key)
  const key = letter && !isLatin ? letter.toLowerCase() : event.key.toLowerCase()
  return hasModifier(event) ? `mod+${key}` : key
}
