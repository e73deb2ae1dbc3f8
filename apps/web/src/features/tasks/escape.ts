import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useRef } from 'react'

/**
 * Escape closes the innermost thing only: first an open list, popover or dialog, then it leaves a field, and only then it
 * closes the panel. What is open is read before anything reacts to the key, because a list that has just closed looks as
 * if it had never been open.
 */
export function useEscape(panel: RefObject<HTMLElement | null>, close: () => void) {
  const inner = useRef<Inner>('nothing')
  useWindowEvent('keydown', event => isEscape(event) && readInner(event), { capture: true })
  useWindowEvent('keydown', event => {
    if (!isEscape(event) || event.defaultPrevented) return
    const field = document.activeElement
    if (inner.current === 'nothing') close()
    if (inner.current === 'field' && field instanceof HTMLElement && field === event.target) {
      field.blur()
      panel.current?.focus({ preventScroll: true })
    }
  })

  function readInner({ target }: KeyboardEvent) {
    inner.current = innerOf(target, panel.current)
    if (inner.current !== 'orphaned layer') return
    // The focus was lost, for example with a button that was disabled: the layer itself never hears the key.
    const layer = openLayer()
    layer?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }
}

type Inner = 'layer' | 'orphaned layer' | 'field' | 'nothing'

function innerOf(target: EventTarget | null, panel: HTMLElement | null): Inner {
  if (!(target instanceof HTMLElement) || isDialogOpen()) return 'layer'
  if (target === document.body || target === panel) return openLayer() ? 'orphaned layer' : 'nothing'
  if (!panel?.contains(target) || target.closest('[aria-expanded="true"]')) return 'layer'
  const isField = target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=file])')
  return isField || target.isContentEditable ? 'field' : 'nothing'
}

/** In front of the panel, such as an enlarged image. The focus may still be on its way there. */
function isDialogOpen() {
  return [...document.querySelectorAll('.mantine-Modal-content')].some(dialog => dialog.checkVisibility())
}

/** The popover or menu that opened last. */
function openLayer() {
  const layers = document.querySelectorAll('.mantine-Popover-dropdown, .mantine-Menu-dropdown')
  return [...layers].findLast(layer => layer.checkVisibility())
}

function isEscape({ key, isComposing }: KeyboardEvent) {
  return key === 'Escape' && !isComposing
}
