import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ShownLane } from '../board/board-lanes.ts'
import { nextCard } from './card-steps.ts'

/** A card to scroll into view, until the user does something else. */
export interface WantedCard {
  id: number
  isFocused: boolean
}

/** The only card that Tab reaches, and functions that move the focus to another one. */
export function useActiveCard(all: ShownLane[]) {
  const lanes = useMemo(() => all.filter(({ isCollapsed }) => !isCollapsed), [all])
  const [requested, setRequested] = useState<WantedCard | null>(null)
  const [lastFocused, setLastFocused] = useState<number | null>(null)

  // A card that is only revealed takes the focus from nothing, such as a menu that was opened in the meantime.
  const isAskedFor = useRef(false)
  useEffect(() => {
    const isFree = isAskedFor.current || isFocusFree()
    isAskedFor.current = false
    if (requested?.isFocused && isFree) focusCard(requested.id)
  }, [requested])

  // A card that changes its column is a new element without the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever cards may have been rendered again
  useEffect(() => {
    if (requested?.isFocused && isFocusFree()) focusCard(requested.id)
  }, [lanes])

  useEffect(() => {
    const clear = () => setRequested(null)
    const listeners = new AbortController()
    const options = { capture: true, passive: true, signal: listeners.signal }
    for (const type of ['pointerdown', 'wheel']) document.addEventListener(type, clear, options)
    return () => listeners.abort()
  }, [])

  const focus = useCallback((id: number) => {
    setLastFocused(id)
    isAskedFor.current = true
    setRequested({ id, isFocused: true })
  }, [])
  /** A focused card keeps the focus when it is moved. */
  const reveal = useCallback(
    (id: number) => setRequested(now => ({ id, isFocused: now?.id === id && now.isFocused })),
    [],
  )
  const latestLanes = useRef(lanes)
  useEffect(() => {
    latestLanes.current = lanes
  })
  const focusNeighbor = useCallback(
    (id: number) => {
      const next = neighborKeys.flatMap(key => nextCard(latestLanes.current, id, key) ?? [])[0]
      if (next) focus(next.id)
    },
    [focus],
  )
  const open = useMemo(
    () => lanes.flatMap(({ cells }) => cells.filter(({ isCollapsed }) => !isCollapsed)),
    [lanes],
  )
  const isShown = open.some(({ cards }) => cards.some(({ id }) => id === lastFocused))
  const first = open.find(({ cards }) => cards.length > 0)?.cards[0]
  const activeId = isShown ? lastFocused : (first?.id ?? null)
  return { activeId, wanted: requested, focus, focusNeighbor, reveal, onFocused: setLastFocused }
}

/** Whether nothing has the focus, and nothing in front of the board keeps it: behind a task panel, no key would reach the panel. */
function isFocusFree() {
  return document.activeElement === document.body && !document.querySelector('[aria-modal="true"]')
}

/** Where the focus goes when its card is removed, in order of preference. */
const neighborKeys = ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft']

/** Its column scrolls it into view: the card may still be on its way to its place. */
export function focusCard(id: number) {
  document.querySelector<HTMLElement>(`[data-card="${id}"] [data-card-link]`)?.focus({ preventScroll: true })
}

/** Moves the focus back to the card when its task panel closes. */
export function useFocusAfterPanel(openTaskId: number | undefined, focus: (taskId: number) => void) {
  const last = useRef(openTaskId)
  useEffect(() => {
    if (openTaskId === undefined && last.current !== undefined) focus(last.current)
    last.current = openTaskId
  }, [openTaskId, focus])
}
