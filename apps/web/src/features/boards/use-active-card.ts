import { useCallback, useEffect, useState } from 'react'
import type { ShownColumn } from './shown-columns.ts'

/** The one card that Tab reaches, and the way to bring the focus to another. */
export function useActiveCard(columns: ShownColumn[]) {
  const [asked, setAsked] = useState<{ id: number } | null>(null)
  const [lastFocused, setLastFocused] = useState<number | null>(null)

  useEffect(() => {
    if (asked) document.querySelector<HTMLElement>(`[data-card="${asked.id}"] [data-card-link]`)?.focus()
  }, [asked])

  const focus = useCallback((id: number) => {
    setLastFocused(id)
    setAsked({ id })
  }, [])
  const isShown = columns.some(({ cards }) => cards.some(({ id }) => id === lastFocused))
  const first = columns.find(({ cards }) => cards.length > 0)?.cards[0]
  return { activeId: isShown ? lastFocused : (first?.id ?? null), focus, noteFocus: setLastFocused }
}
