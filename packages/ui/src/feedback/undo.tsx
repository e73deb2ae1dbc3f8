import { notifications } from '@mantine/notifications'
import { createContext, type ReactNode, useContext, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showNotice } from './notifications.tsx'

interface Undo {
  /** Says what was done and offers to undo it; a newer offer replaces the older one. */
  offerUndo: (message: string, undo: () => void, details?: ReactNode) => void
  /** Work that shows its result at once and will offer to undo it: from now on, this is what is undone. */
  willOfferUndo: (work: Promise<unknown>) => void
  /** Undoes what was done last, as soon as it has been offered. */
  undo: () => void
}

const UndoContext = createContext<Undo | undefined>(undefined)

export function UndoProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation('ui')
  const latest = useRef<{ id: string; undo: () => void }>(undefined)
  const running = useRef<Promise<unknown>>(undefined)
  const value = useMemo((): Undo => {
    const withdraw = () => {
      const offer = latest.current
      latest.current = undefined
      if (offer) notifications.hide(offer.id)
      return offer
    }
    const undoOffered = () => withdraw()?.undo()
    const undo = () => (running.current ? void running.current.then(undoOffered) : undoOffered())
    return {
      undo,
      willOfferUndo: work => {
        withdraw()
        const settled = work
          .catch(() => {}) // reported by the mutation
          .finally(() => {
            if (running.current === settled) running.current = undefined
          })
        running.current = settled
      },
      offerUndo: (message, undoIt, details) => {
        withdraw()
        const offer = { id: '', undo: undoIt }
        offer.id = showNotice({
          message,
          details,
          action: { label: t('undo'), run: undoOffered },
          onClose: () => {
            if (latest.current === offer) latest.current = undefined
          },
        })
        latest.current = offer
      },
    }
  }, [t])
  return <UndoContext value={value}>{children}</UndoContext>
}

export function useUndo() {
  const undo = useContext(UndoContext)
  if (!undo) throw new Error('Undo needs an UndoProvider around it')
  return undo
}
