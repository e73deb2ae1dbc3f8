import type { ReactNode } from 'react'

export interface Command {
  id: string
  label: string
  icon: ReactNode
  run: () => void
  description?: string
  /** Words by which it is found beside its label. */
  alsoFoundBy?: string
  /** A shortcut that does the same. */
  keys?: string
  /** It changes the palette rather than leaving it. */
  staysOpen?: boolean
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Every word that was typed is there. */
export function matches({ label, alsoFoundBy = '' }: Command, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const all = `${label} ${alsoFoundBy}`.toLowerCase()
  return words.every(word => all.includes(word))
}
