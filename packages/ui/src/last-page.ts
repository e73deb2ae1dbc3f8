import { useEffect, useEffectEvent } from 'react'
import type { List } from './api.ts'

/** Whoever has emptied the last page of a list, or comes by an old address, goes on with the one before. */
export function useLastPage(list: List<unknown> | undefined, onPage: (page: number) => void) {
  const { page, pages } = list?._meta ?? { page: 1, pages: 1 }
  const last = Math.max(1, pages)
  const goOn = useEffectEvent(() => onPage(last))
  useEffect(() => {
    if (page > last) goOn()
  }, [page, last])
}
