import { useEffect, useRef } from 'react'

/** When a task's panel closes, the focus is back at its card. */
export function useReturnedFocus(openTaskId: number | undefined, focus: (taskId: number) => void) {
  const last = useRef(openTaskId)
  useEffect(() => {
    if (openTaskId === undefined && last.current !== undefined) focus(last.current)
    last.current = openTaskId
  }, [openTaskId, focus])
}
