import type { ReactNode } from 'react'

export interface Command {
  id: string
  label: string
  icon: ReactNode
  run: () => void
  description?: string
  /** Words that find it in addition to its label. */
  keywords?: string
  /** The shortcut that does the same. */
  keys?: string
  /** Keeps the palette open. */
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

/** Every word that was typed is in the label or the keywords. */
export function matches({ label, keywords = '' }: Pick<Command, 'label' | 'keywords'>, text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const all = `${label} ${keywords}`.toLowerCase()
  return words.every(word => all.includes(word))
}

/** Enter must not create a task while its title is still being searched for. */
export function isTooEarlyToCreate(commands: Pick<Command, 'id'>[], isSearching: boolean) {
  return isSearching && Boolean(commands[0]?.id.startsWith('create-'))
}
