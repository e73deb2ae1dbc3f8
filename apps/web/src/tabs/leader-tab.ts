/** Starts leading, and returns how to stop. */
type Lead = () => () => void

/** Makes one tab of the browser the leader at a time. When it closes or no longer answers, another one takes over. */
export function joinElection(tab: string, lead: Lead, leaving: AbortSignal, name = 'atrium.live') {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return joinByLease(tab, lead, leaving, `${name}.leader`)
  const hold = () =>
    new Promise<void>(resolve => {
      const stop = lead()
      leaving.addEventListener('abort', () => {
        stop()
        resolve()
      })
    })
  locks.request(name, { signal: leaving }, hold).catch(() => {}) // closed before its turn
}

const HEARTBEAT_MS = 1000
const LEASE_MS = 3 * HEARTBEAT_MS
/** How long a leader has to answer, and a written lease to reach all tabs. */
const ANSWER_MS = 250

interface Lease {
  tab: string
  until: number
}

/** Pages served over plain HTTP have no locks: there the leader renews a lease that every tab can read. */
function joinByLease(tab: string, lead: Lead, leaving: AbortSignal, storageKey: string) {
  const channel = new BroadcastChannel(storageKey)
  let stop: (() => void) | undefined
  let isApplying = false

  const apply = async () => {
    // Browsers slow down the timers of hidden tabs, but not messages: such a leader still answers.
    if (readLease(storageKey)) {
      channel.postMessage('ask')
      await wait(ANSWER_MS)
    }
    // All tabs hear at once that the leader left.
    await wait(ANSWER_MS * Math.random())
    if (leaving.aborted || isHeld(storageKey)) return
    writeLease(storageKey, tab)
    await wait(ANSWER_MS)
    if (leaving.aborted || readLease(storageKey)?.tab !== tab) return
    stop = lead()
  }
  const resign = () => {
    stop?.()
    stop = undefined
  }
  const beat = () => {
    if (stop && readLease(storageKey)?.tab !== tab) resign()
    if (stop) return writeLease(storageKey, tab)
    if (isApplying || isHeld(storageKey)) return
    isApplying = true
    void apply().finally(() => {
      isApplying = false
    })
  }
  channel.onmessage = ({ data }: MessageEvent<'ask' | 'left'>) => {
    if (data === 'left' || stop) beat()
  }
  const timer = setInterval(beat, HEARTBEAT_MS)
  beat()

  leaving.addEventListener('abort', () => {
    clearInterval(timer)
    if (stop && readLease(storageKey)?.tab === tab) localStorage.removeItem(storageKey)
    if (stop) channel.postMessage('left')
    resign()
    channel.close()
  })
}

function isHeld(storageKey: string) {
  return (readLease(storageKey)?.until ?? 0) > Date.now()
}

function readLease(storageKey: string): Lease | undefined {
  const stored = localStorage.getItem(storageKey)
  return stored ? (JSON.parse(stored) as Lease) : undefined
}

function writeLease(storageKey: string, tab: string) {
  localStorage.setItem(storageKey, JSON.stringify({ tab, until: Date.now() + LEASE_MS }))
}

function wait(ms: number) {
  return new Promise(resolve => setTimeout(resolve, ms))
}
