import { useCallback, useMemo, useState } from 'react'

/** Which tasks are selected, for actions on many at once. */
export interface Selection {
  ids: ReadonlySet<number>
  toggle: (id: number) => void
  /** Adds these, as a range does. */
  add: (ids: number[]) => void
  clear: () => void
}

/** Starts again when `scope` changes: nothing is changed that the filter no longer shows. */
export function useSelection(scope: string): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set<number>())
  const [current, setCurrent] = useState(scope)
  if (current !== scope) {
    setCurrent(scope)
    setIds(new Set<number>())
  }
  const toggle = useCallback(
    (id: number) =>
      setIds(before => {
        const after = new Set(before)
        if (!after.delete(id)) after.add(id)
        return after
      }),
    [],
  )
  const add = useCallback((more: number[]) => setIds(before => new Set([...before, ...more])), [])
  const clear = useCallback(() => setIds(new Set<number>()), [])
  return useMemo(() => ({ ids, toggle, add, clear }), [ids, toggle, add, clear])
}
