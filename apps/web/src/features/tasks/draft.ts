import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentUserQuery } from '../../data/current-user.ts'

export interface Draft {
  text: string
  /** What the text was made from. */
  version: number
  keptAt: string
}

/**
 * Text that is not saved yet, kept in this browser for this user: it outlives a reload, a lost connection and the end
 * of a session.
 */
export function useDraft(subject: string) {
  const { data: user } = useQuery(currentUserQuery)
  const key = `atrium.draft.${user?.id}.${subject}`
  const [draft, setDraft] = useState(() => readDraft(key))
  return {
    draft,
    keep: (text: string, version = 0) => {
      const kept = { text, version, keptAt: new Date().toISOString() }
      setDraft(kept)
      write(key, JSON.stringify(kept))
    },
    /** With a text: only if it is still that one, not what was typed since. */
    clear: (text?: string) => {
      if (text !== undefined && readDraft(key)?.text !== text) return
      setDraft(undefined)
      localStorage.removeItem(key)
    },
  }
}

function readDraft(key: string): Draft | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function write(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // The browser's space is used up: the text is still on the screen.
  }
}
