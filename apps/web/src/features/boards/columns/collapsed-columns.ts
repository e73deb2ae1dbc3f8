import { useCallback, useEffect, useState } from 'react'

/** The columns that a user has collapsed on a board, saved in this browser. */
export function useCollapsedColumns(boardId: number, userId: number) {
  const key = `atrium.collapsed-columns.${userId}.${boardId}`
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(() => savedIds(localStorage.getItem(key)))
  useEffect(() => {
    if (collapsed.size === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify([...collapsed]))
  }, [key, collapsed])

  const collapse = useCallback((columnId: number) => setCollapsed(now => new Set([...now, columnId])), [])
  const expand = useCallback(
    (columnId: number) =>
      setCollapsed(now => (now.has(columnId) ? new Set([...now].filter(id => id !== columnId)) : now)),
    [],
  )
  return { collapsed, collapse, expand }
}

/** Anything else that the storage contains is no list of columns. */
export function savedIds(text: string | null): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter(id => Number.isInteger(id)) : [])
  } catch {
    return new Set()
  }
}
