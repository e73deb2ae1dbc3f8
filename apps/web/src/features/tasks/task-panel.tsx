import { Drawer, FocusTrap } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'

interface TaskPanelProps {
  label: string
  taskId: number
  onClose: () => void
  children: ReactNode
}

/** Lies over the board from the right; on a phone it is the whole screen. */
export function TaskPanel({ label, taskId, onClose, children }: TaskPanelProps) {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const panel = useRef<HTMLDivElement>(null)
  useFocusBackToCard(taskId)

  const close = () => {
    // What is being typed is saved when its field is left.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }
  useWindowEvent('keydown', event => {
    if (event.key === 'Escape' && !event.defaultPrevented && mayClose(event, panel.current)) close()
  })

  return (
    <Drawer.Root
      opened
      onClose={close}
      position="right"
      size={isPhone ? '100%' : 'min(56rem, 92vw)'}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content ref={panel} aria-label={label}>
        <Drawer.Body p={0}>
          <FocusTrap.InitialFocus />
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Escape belongs to the field, the list or the dialog that is open, and only then to the panel. */
function mayClose({ target, isComposing }: KeyboardEvent, panel: HTMLElement | null) {
  if (isComposing || !(target instanceof HTMLElement)) return false
  if (target === document.body) return true
  const isTyping = target.matches('textarea, select, input:not([type=checkbox], [type=file])')
  return Boolean(panel?.contains(target)) && !isTyping && !target.closest('[aria-expanded=true]')
}

function useFocusBackToCard(taskId: number) {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      // After the panel's own focus trap is gone.
      setTimeout(() => {
        const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body
        const card = document.querySelector<HTMLElement>(
          `[href$="/task/${taskId}"], [href*="/task/${taskId}?"]`,
        )
        if (document.activeElement === document.body) (isThere ? opener : card)?.focus()
      })
    }
  }, [taskId])
}
