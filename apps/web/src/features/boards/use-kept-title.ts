import { useState } from 'react'
import { useBoard } from './board-context.ts'

/** A title that is being typed; it is still there when its column is asked for a new task again. */
export function useKeptTitle(columnId: number) {
  const { myId } = useBoard()
  const key = `atrium.new-card.${myId}.${columnId}`
  const [title, setTitle] = useState(() => localStorage.getItem(key) ?? '')
  const keepTitle = (next: string) => {
    setTitle(next)
    try {
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
    } catch {
      // The browser's space is used up: the title is still on the screen.
    }
  }
  return [title, keepTitle] as const
}
