import { ApiError, hasCode, hasStatus } from '@atrium/client/api-error'
import { type Answer, isUncertain, type QueuedChange, type Refusal, readyChanges } from './queued-change.ts'

/** Where the changes of one user are kept. Every method looks at the owner of the store again. */
export interface ChangeStore {
  /** Whether a reload keeps the changes. */
  isLasting: boolean
  /** `foreign` if the store belongs to another user by now, or to nobody. */
  add: (change: QueuedChange) => Promise<'stored' | 'full' | 'foreign'>
  /** In the order in which they were added. */
  list: () => Promise<QueuedChange[]>
  /** Replaces a change; false if it is no longer there. */
  replace: (change: QueuedChange) => Promise<boolean>
  remove: (id: string) => Promise<void>
  /** Keeps the answer for the other tabs, and bases the later changes of its task on it. */
  settle: (change: QueuedChange, answer: Answer, now: number) => Promise<void>
}

type Message =
  | { kind: 'changed' }
  | { kind: 'failing'; id: string }
  | { kind: 'refused'; id: string; refusal: Refusal }

export interface QueueParts {
  tab: string
  store: ChangeStore
  /** Resolves a place that has to be looked up; the result is stored before it is sent. */
  prepare: (change: QueuedChange) => Promise<QueuedChange>
  send: (change: QueuedChange) => Promise<Answer>
  /** Runs the work while no other tab runs its own. */
  takeTurn: (work: () => Promise<void>) => Promise<void>
  post: (message: Message) => void
  /** Whether the user of this queue is still the one who is signed in. */
  isSignedIn: () => boolean
  /** Resolves after the time, or as soon as `hurry` is aborted. */
  wait: (ms: number, hurry: AbortSignal) => Promise<void>
  now: () => number
  /** Shows a change that was made in another tab or before a reload. */
  follow: (change: QueuedChange, answer: Promise<Answer>) => void
  /** Stops showing a change that was discarded. */
  drop: (id: string) => void
}

export interface QueueState {
  waiting: QueuedChange[]
  refused: QueuedChange[]
  /** Whether the server does not answer. */
  isFailing: boolean
}

export type ChangeQueue = ReturnType<typeof createChangeQueue>

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 15_000

/**
 * The changes that the server has not answered yet. A change is stored before it is sent, and removed after its answer has been
 * announced to all tabs: whatever stops in between, it is sent again with its key.
 */
export function createChangeQueue(parts: QueueParts) {
  const { store, now } = parts
  let changes: QueuedChange[] = []
  /** Changes that could not be stored, such as in a private window: they last as long as the page. */
  const unstored: QueuedChange[] = []
  /** Added in this tab, and not read from the store yet. */
  const adding: QueuedChange[] = []
  const outcomes = new Map<string, PromiseWithResolvers<Answer>>()
  const own = new Set<string>()
  const done = new Set<string>()
  const failures = new Map<string, number>()
  const listeners = new Set<() => void>()
  let state: QueueState = { waiting: [], refused: [], isFailing: false }
  let hurry = new AbortController()
  let isSending = false
  let isStopped = false

  function publish() {
    const known = new Set(changes.map(({ id }) => id))
    const all = [...changes, ...adding.filter(({ id }) => !known.has(id))].filter(({ id }) => !done.has(id))
    const waiting = all.filter(({ refusal }) => !refusal)
    state = {
      waiting,
      refused: all.filter(({ id, refusal }) => refusal && !own.has(id)),
      isFailing: waiting.some(({ id }) => failures.has(id)),
    }
    for (const listener of listeners) listener()
  }

  async function read() {
    if (!isStopped && !parts.isSignedIn()) suspend(new ApiError(401, 'Another user is signed in'))
    const stored = isStopped ? [] : await store.list().catch(() => changes)
    if (isStopped) return []
    for (const { id, answered } of stored) if (answered) receiveAnswer(id, answered.answer)
    changes = [...stored, ...unstored].filter(({ id }) => !done.has(id))
    changes.forEach(followOnce)
    dropDiscarded()
    publish()
    return changes
  }

  function followOnce(change: QueuedChange) {
    forget(adding, change.id)
    if (!outcomes.has(change.id)) parts.follow(change, outcomeOf(change))
  }

  /** Changes that another tab has discarded. */
  function dropDiscarded() {
    const known = new Set([...changes, ...adding].map(({ id }) => id))
    for (const id of outcomes.keys()) {
      if (known.has(id)) continue
      outcomes.delete(id)
      parts.drop(id)
    }
  }

  function outcomeOf({ id, refusal }: QueuedChange) {
    const outcome = Promise.withResolvers<Answer>()
    outcome.promise.catch(() => {})
    outcomes.set(id, outcome)
    if (refusal) outcome.reject(errorFrom(refusal))
    return outcome.promise
  }

  /** `stored` resolves when a reload can no longer lose it. */
  function add(made: Omit<QueuedChange, 'tab' | 'at'>) {
    const change = { ...made, tab: parts.tab, at: now() }
    own.add(change.id)
    const answer = outcomeOf(change)
    adding.push(change)
    publish()
    return { answer, stored: keep(change) }
  }

  async function keep(change: QueuedChange) {
    const kept = isStopped ? 'foreign' : await store.add(change).catch(() => 'full' as const)
    if (kept === 'foreign') return reject(change, new ApiError(401, 'Another user is signed in'))
    if (kept === 'full') unstored.push(change)
    await read()
    parts.post({ kind: 'changed' })
    send()
  }

  /** Sends what waits, without delay. */
  function send() {
    hurry.abort()
    hurry = new AbortController()
    if (isSending || isStopped) return
    isSending = true
    void parts
      .takeTurn(sendAll)
      .catch(() => {})
      .finally(() => {
        isSending = false
        // Added after the last look at the store.
        if (!isStopped && readyChanges(changes).length > 0 && parts.isSignedIn()) send()
      })
  }

  async function sendAll() {
    const running = new Map<string, Promise<void>>()
    while (!isStopped && parts.isSignedIn()) {
      const { signal } = hurry
      const ready = readyChanges(await read()).filter(({ id }) => !running.has(id))
      for (const change of ready) {
        const attempt = tryOnce(change).finally(() => running.delete(change.id))
        running.set(change.id, attempt)
      }
      if (running.size === 0) return
      await Promise.race([...running.values(), abortOf(signal)])
    }
  }

  async function tryOnce(waiting: QueuedChange) {
    if (isUncertain(waiting, now())) return refuse(waiting, uncertain)
    try {
      const change = await prepareOnce(waiting)
      if (!change || isStopped || !parts.isSignedIn()) return
      await accept(change, await parts.send(change))
    } catch (error) {
      if (hasStatus(error, 401)) return suspend(error)
      if (!isUnanswered(error)) return refuse(waiting, error as Error)
      const count = (failures.get(waiting.id) ?? 0) + 1
      failures.set(waiting.id, count)
      parts.post({ kind: 'failing', id: waiting.id })
      publish()
      await parts.wait(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS), hurry.signal)
    }
  }

  /** What is sent is stored first: a repeat is word for word the same, and it is known since when it may have arrived. */
  async function prepareOnce(waiting: QueuedChange) {
    if (waiting.sentAt !== undefined) return waiting
    const change = { ...(await parts.prepare(waiting)), sentAt: now() }
    const at = unstored.findIndex(({ id }) => id === change.id)
    if (at >= 0) unstored[at] = change
    else if (!(await store.replace(change).catch(() => true))) return undefined
    return change
  }

  async function accept(change: QueuedChange, answer: Answer) {
    receiveAnswer(change.id, answer)
    forget(unstored, change.id)
    await store.settle(change, answer, now()).catch(() => {})
    parts.post({ kind: 'changed' })
  }

  function receiveAnswer(id: string, answer: Answer) {
    if (done.has(id)) return
    finish(id)
    outcomes.get(id)?.resolve(answer)
    outcomes.delete(id)
    publish()
  }

  function finish(id: string) {
    done.add(id)
    failures.delete(id)
    forget(adding, id)
    changes = changes.filter(change => change.id !== id)
  }

  /** Who made it handles the refusal; without them, it is kept with what they have written. */
  async function refuse(change: QueuedChange, error: Error) {
    const { shownAs, id } = change
    const isAwaited = own.has(id) && outcomes.has(id)
    if (isAwaited && !shownAs.staysRefused) {
      reject(change, error)
      await store.remove(id).catch(() => {})
      return parts.post({ kind: 'changed' })
    }
    const refusal = refusalOf(error)
    const refused = { ...change, refusal }
    const at = unstored.findIndex(other => other.id === id)
    if (at >= 0) unstored[at] = refused
    else await store.replace(refused).catch(() => {})
    parts.post({ kind: 'refused', id, refusal })
    failures.delete(id)
    outcomes.get(id)?.reject(error)
    await read()
  }

  function reject({ id }: Pick<QueuedChange, 'id'>, error: Error) {
    forget(unstored, id)
    finish(id)
    outcomes.get(id)?.reject(error)
    outcomes.delete(id)
    publish()
  }

  /** The session has ended: what waits is sent after the next sign-in of the same user. */
  function suspend(error: Error) {
    isStopped = true
    for (const outcome of outcomes.values()) outcome.reject(error)
    outcomes.clear()
    changes = []
    adding.length = 0
    publish()
  }

  async function receive(message: Message) {
    if (isStopped) return
    if (message.kind === 'failing') {
      failures.set(message.id, failures.get(message.id) ?? 1)
      publish()
    } else {
      if (message.kind === 'refused') await receiveRefusal(message.id, message.refusal)
      await read()
      send()
    }
  }

  async function receiveRefusal(id: string, refusal: Refusal) {
    failures.delete(id)
    const change = changes.find(other => other.id === id)
    if (own.has(id) && !change?.shownAs.staysRefused) {
      reject({ id }, errorFrom(refusal))
      await store.remove(id).catch(() => {})
      parts.post({ kind: 'changed' })
    } else outcomes.get(id)?.reject(errorFrom(refusal))
  }

  return {
    add,
    /** Reads what another tab or an earlier visit has left, and sends it. */
    resume: async () => {
      await read()
      send()
    },
    send,
    receive,
    /** Nothing is sent or shown any more. */
    stop: () => suspend(new ApiError(401, 'The session has ended')),
    discard: async (id: string) => {
      forget(unstored, id)
      finish(id)
      outcomes.delete(id)
      parts.drop(id)
      publish()
      await store.remove(id)
      parts.post({ kind: 'changed' })
    },
    /** Whether closing the page loses a change. */
    hasUnstored: () => (store.isLasting ? unstored.length + adding.length : state.waiting.length) > 0,
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const uncertain = new ApiError(0, 'The change may have been saved', { reason: 'maybe_saved' })

/** No answer, one of a proxy whose server is down, or too many at once. In maintenance mode, the server refuses. */
export function isUnanswered(error: unknown) {
  if (hasCode(error, 'maintenance') || hasCode(error, 'maybe_saved')) return false
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)
}

function refusalOf(error: Error): Refusal {
  if (error instanceof ApiError) {
    const { status, message, details } = error
    return { status, message, details }
  }
  return { status: 400, message: error.message, details: {} }
}

function errorFrom({ status, message, details }: Refusal) {
  return new ApiError(status, message, details)
}

function forget(list: QueuedChange[], id: string) {
  const at = list.findIndex(change => change.id === id)
  if (at >= 0) list.splice(at, 1)
}

function abortOf(signal: AbortSignal) {
  return new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), { once: true }))
}
