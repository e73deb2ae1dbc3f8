import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentUserQuery } from '../../../data/session/current-user.ts'

export interface Draft {
  text: string
  /** The version of the record that the text is based on. */
  version: number
  keptAt: string
}

/** Unsaved text, stored in this browser for this user: it survives a reload, a lost connection and the end of a session. */
export function useDraft(subject: string) {
  const { data: user } = useQuery(currentUserQuery)
  const key = `atrium.draft.${user?.id}.${subject}`
  const [draft, setDraft] = useState(() => readDraft(key))
  return {
    draft,
    storeDraft: (text: string, version = 0) => {
      const next = { text, version, keptAt: new Date().toISOString() }
      setDraft(next)
      write(key, JSON.stringify(next))
    },
    /** With a text: only if the draft is still that text. */
    clearDraft: (text?: string) => {
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
    // The storage is full: the text is still on the screen.
  }
}
