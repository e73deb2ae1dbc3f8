import { useLatest } from '@atrium/ui/latest'
import { useEffect } from 'react'

const LINGER_MS = 500

/** Runs once the pointer has stayed over something for a moment. */
export function useLinger(isEnabled: boolean, isOver: boolean, run: () => void) {
  const latest = useLatest(run)
  useEffect(() => {
    if (!isEnabled || !isOver) return
    const timer = setTimeout(() => latest.current(), LINGER_MS)
    return () => clearTimeout(timer)
  }, [isEnabled, isOver])
}
