import { useCallback, useEffect, useRef, useState } from 'react'
import { nextCard } from '../cards/card-place.ts'
import type { ShownColumn } from '../columns/shown-columns.ts'

/** The only card that Tab reaches, and functions that move the focus to another one. */
export function useActiveCard(columns: ShownColumn[]) {
  const [requested, setRequested] = useState<{ id: number } | null>(null)
  const [lastFocused, setLastFocused] = useState<number | null>(null)

  useEffect(() => {
    if (requested) focusCard(requested.id)
  }, [requested])

  // A card that changes its column is a new element without the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever cards may have been rendered again
  useEffect(() => {
    if (requested && document.activeElement === document.body) focusCard(requested.id)
  }, [columns])

  useEffect(() => {
    const clear = () => setRequested(null)
    document.addEventListener('pointerdown', clear, { capture: true })
    return () => document.removeEventListener('pointerdown', clear, { capture: true })
  }, [])

  const focus = useCallback((id: number) => {
    setLastFocused(id)
    setRequested({ id })
  }, [])
  const latestColumns = useRef(columns)
  useEffect(() => {
    latestColumns.current = columns
  })
  const focusNeighbor = useCallback(
    (id: number) => {
      const next = neighborKeys.flatMap(key => nextCard(latestColumns.current, id, key) ?? [])[0]
      if (next) focus(next.id)
    },
    [focus],
  )
  const isShown = columns.some(({ cards }) => cards.some(({ id }) => id === lastFocused))
  const first = columns.find(({ cards }) => cards.length > 0)?.cards[0]
  const activeId = isShown ? lastFocused : (first?.id ?? null)
  return { activeId, focus, focusNeighbor, onFocused: setLastFocused }
}

/** Where the focus goes when its card is removed, in order of preference. */
const neighborKeys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']

function focusCard(id: number) {
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-card-link]`)?.focus()
}

/** Moves the focus back to the card when its task panel closes. */
export function useFocusAfterPanel(openTaskId: number | undefined, focus: (taskId: number) => void) {
  const last = useRef(openTaskId)
  useEffect(() => {
    if (openTaskId === undefined && last.current !== undefined) focus(last.current)
    last.current = openTaskId
  }, [openTaskId, focus])
}
