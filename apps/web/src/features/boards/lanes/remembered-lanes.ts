import { useCallback, useEffect, useState } from 'react'

const nameKey = (userId: number, boardId: number) => `atrium.lanes.${userId}.${boardId}`

/** What the user last grouped the board by, saved in this browser. */
export function rememberedLanes(userId: number, boardId: number) {
  return localStorage.getItem(nameKey(userId, boardId)) ?? undefined
}

export function rememberLanes(userId: number, boardId: number, name: string | undefined) {
  if (name) localStorage.setItem(nameKey(userId, boardId), name)
  else localStorage.removeItem(nameKey(userId, boardId))
}

/** The lanes that the user has collapsed on a board, for each grouping, saved in this browser. */
export function useCollapsedLanes(boardId: number, userId: number, grouping: string | undefined) {
  const storageKey = `atrium.collapsed-lanes.${userId}.${boardId}`
  const [saved, setSaved] = useState(() => savedLanes(localStorage.getItem(storageKey)))
  useEffect(() => {
    if (Object.keys(saved).length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify(saved))
  }, [storageKey, saved])

  const change = useCallback(
    (update: (keys: string[]) => string[]) => {
      if (!grouping) return
      setSaved(({ [grouping]: before = [], ...others }) => {
        const keys = update(before)
        return keys.length > 0 ? { ...others, [grouping]: keys } : others
      })
    },
    [grouping],
  )
  const expand = useCallback((key: string) => change(keys => keys.filter(each => each !== key)), [change])
  const toggle = useCallback(
    (key: string) =>
      change(keys => (keys.includes(key) ? keys.filter(each => each !== key) : [...keys, key])),
    [change],
  )
  const collapseAll = useCallback((keys: string[]) => change(() => keys), [change])
  return { collapsed: (grouping && saved[grouping]) || none, expand, toggle, collapseAll }
}

const none: string[] = []

/** Anything else that the storage contains is no list of lanes. */
export function savedLanes(text: string | null): Record<string, string[]> {
  try {
    const saved: unknown = JSON.parse(text ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    const isList = ([, keys]: [string, unknown]) =>
      Array.isArray(keys) && keys.every(key => typeof key === 'string')
    return Object.fromEntries(Object.entries(saved).filter(isList))
  } catch {
    return {}
  }
}
