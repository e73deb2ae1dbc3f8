import { lazy } from 'react'

/** Loaded when there is something to compare. */
export const LazyDifference = lazy(async () => ({
  default: (await import('./text-difference.tsx')).TextDifference,
}))
