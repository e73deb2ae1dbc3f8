import { useEffect, useEffectEvent } from 'react'
import type { List } from './api.ts'

/** Leads from a page that no longer exists to the last one. */
export function useLastPage(list: List<unknown> | undefined, onPage: (page: number) => void) {
  const { page, pages } = list?._meta ?? { page: 1, pages: 1 }
  const last = Math.max(1, pages)
  const goOn = useEffectEvent(() => onPage(last))
  useEffect(() => {
    if (page > last) goOn()
  }, [page, last])
}
