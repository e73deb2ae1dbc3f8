import type { ReactNode } from 'react'

export interface Command {
  id: string
  label: string
  icon: ReactNode
  run: () => void
  description?: string
  /** Words by which it is found beside its label. */
  alsoFoundBy?: string
  /** The shortcut that does the same. */
  keys?: string
  /** It changes the palette rather than leaving it. */
  staysOpen?: boolean
}

export interface CommandGroup {
  label: string
  commands: Command[]
}

/** Shortcuts that do the same as a command. */
export const commandKeys = {
  search: 'mod+k',
  newTask: 'c',
  work: 'g w',
  projects: 'g p',
  personalBoard: 'g b',
  time: 'g t',
  notifications: 'g n',
}

/** Every word that was typed is there. */
export function matches({ label, alsoFoundBy = '' }: Command, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const all = `${label} ${alsoFoundBy}`.toLowerCase()
  return words.every(word => all.includes(word))
}
