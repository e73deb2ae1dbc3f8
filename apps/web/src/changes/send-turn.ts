import { joinElection } from '../tabs/leader-tab.ts'

/** Lets one tab of the browser send at a time. `onTurn` says that this tab may send although nothing was added in it. */
export function createTurns(tab: string, userId: number, onTurn: () => void, leaving: AbortSignal) {
  const name = `atrium.changes.${userId}`
  const locks = navigator.locks as LockManager | undefined
  if (locks) return (work: () => Promise<void>) => locks.request(name, { signal: leaving }, work)
  // Pages served over plain HTTP have no locks.
  let isLeader = false
  const lead = () => {
    isLeader = true
    onTurn()
    return () => {
      isLeader = false
    }
  }
  joinElection(tab, lead, leaving, name)
  return async (work: () => Promise<void>) => {
    if (isLeader) await work()
  }
}
