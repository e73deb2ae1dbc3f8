import { useCallback, useEffect, useState } from 'react'
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
  const isShown = columns.some(({ cards }) => cards.some(({ id }) => id === lastFocused))
  const first = columns.find(({ cards }) => cards.length > 0)?.cards[0]
  return { activeId: isShown ? lastFocused : (first?.id ?? null), focus, noteFocus: setLastFocused }
}

function focusCard(id: number) {
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-card-link]`)?.focus()
}
