import { useCallback, useEffect, useRef, useState } from 'react'
import { nextCard } from './card-steps.ts'
import type { ShownColumn } from './shown-columns.ts'

/** The one card that Tab reaches, and the way to bring the focus to another. */
export function useActiveCard(columns: ShownColumn[]) {
  const [asked, setAsked] = useState<{ id: number } | null>(null)
  const [lastFocused, setLastFocused] = useState<number | null>(null)

  useEffect(() => {
    if (asked) focusCard(asked.id)
  }, [asked])

  // A card that changes its column is drawn anew, and what is new has no focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever cards may have been drawn anew
  useEffect(() => {
    if (asked && document.activeElement === document.body) focusCard(asked.id)
  }, [columns])

  useEffect(() => {
    const forget = () => setAsked(null)
    document.addEventListener('pointerdown', forget, { capture: true })
    return () => document.removeEventListener('pointerdown', forget, { capture: true })
  }, [])

  const focus = useCallback((id: number) => {
    setLastFocused(id)
    setAsked({ id })
  }, [])
  const shownNow = useRef(columns)
  useEffect(() => {
    shownNow.current = columns
  })
  const focusBeside = useCallback(
    (id: number) => {
      const next = sides.flatMap(side => nextCard(shownNow.current, id, side) ?? [])[0]
      if (next) focus(next.id)
    },
    [focus],
  )
  const isShown = columns.some(({ cards }) => cards.some(({ id }) => id === lastFocused))
  const first = columns.find(({ cards }) => cards.length > 0)?.cards[0]
  const activeId = isShown ? lastFocused : (first?.id ?? null)
  return { activeId, focus, focusBeside, noteFocus: setLastFocused }
}

/** Where the focus goes when its card does. */
const sides = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']

function focusCard(id: number) {
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-card-link]`)?.focus()
}
