import { useNetwork } from '@mantine/hooks'
import { useChangeQueue } from './task-changes.ts'

/** How many changes wait for a connection or for the server; 0 while they are saved as they are made. */
export function useWaitingChanges() {
  const { online } = useNetwork()
  const { waiting, isFailing } = useChangeQueue()
  return !online || isFailing ? waiting.length : 0
}
