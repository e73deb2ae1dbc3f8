import { hasStatus } from '@atrium/client/api-error'
import type { LiveMessage, StreamError } from '@atrium/tasks/live/live.contract'

export type LiveState = 'connecting' | 'open' | 'lost'

export interface Topic {
  name: string
  /** The change after which the topic is followed; undefined for what happens after the stream's place. */
  since: number | undefined
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000
const COLLECT_TOPICS_MS = 100

interface StreamOptions {
  /** The last change before anything was loaded. */
  start: number | undefined
  onState: (state: LiveState) => void
}

/** Reconnects automatically: each connection needs a new one-time token, and resumes where the last one ended. */
export function openLiveStream(
  getToken: () => Promise<string>,
  onMessage: (message: LiveMessage) => void,
  { start, onState }: StreamOptions,
) {
  let source: EventSource | undefined
  let topics = ''
  let lastEventId = ''
  let failures = 0
  let isRefused = false
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function connect() {
    timer = undefined
    source?.close()
    try {
      const token = await getToken()
      const query = new URLSearchParams({ token, topics: `navigation,${topics}`, lastEventId })
      if (!isClosed) listen(new EventSource(`/events?${query}`))
    } catch (error) {
      // Signed out: the application shows that.
      if (!hasStatus(error, 401)) retry()
    }
  }

  function listen(fresh: EventSource) {
    // Another one may have been opened while this one waited for its token.
    source?.close()
    source = fresh
    let isOpen = false
    fresh.onopen = () => {
      // Unlike changes, these messages are not sent again after a gap.
      for (const event of failures > 0 ? (['navigation', 'plan', 'inbox'] as const) : [])
        onMessage({ event, data: {} })
      failures = 0
      isRefused = false
      isOpen = true
      onState('open')
    }
    fresh.addEventListener('place', event => {
      lastEventId = event.lastEventId
    })
    for (const name of ['navigation', 'plan', 'inbox'])
      fresh.addEventListener(name, event => onMessage(JSON.parse(event.data)))
    fresh.onmessage = event => {
      if (event.lastEventId) lastEventId = event.lastEventId
      onMessage(JSON.parse(event.data))
    }
    // The server's error event has data, the browser's own has none; the token is used up in both cases.
    fresh.onerror = event => {
      fresh.close()
      const ending: StreamError | undefined =
        event instanceof MessageEvent ? JSON.parse(event.data) : undefined
      if (ending?.error.details.retry === false) {
        onState('lost')
        reload()
      } else {
        // There was a token, so the server is up; browsers do not report that a stream was refused.
        if (!isOpen) reload()
        retry()
      }
    }
  }

  /** The user may have lost access to something: refetching shows that, and removes it. */
  function reload() {
    if (!isRefused) onMessage({ event: 'resync', data: { reason: 'gap' } })
    isRefused = true
  }

  function retry() {
    if (isClosed || timer) return
    onState('connecting')
    failures += 1
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1))
    timer = setTimeout(connect, wait * (0.5 + Math.random() / 2))
  }

  function connectSoon(wait: number) {
    clearTimeout(timer)
    timer = setTimeout(connect, wait)
  }

  const online = () => connectSoon(0)
  addEventListener('online', online)
  connectSoon(COLLECT_TOPICS_MS)

  return {
    follow: (wanted: Topic[]) => {
      const names = [...new Set(wanted.map(({ name }) => name))].sort().join(',')
      if (names === topics) return
      const added = wanted.filter(({ name }) => !topics.split(',').includes(name))
      lastEventId = placeFor(added, lastEventId, start)
      topics = names
      connectSoon(COLLECT_TOPICS_MS)
    },
    close: () => {
      isClosed = true
      clearTimeout(timer)
      removeEventListener('online', online)
      source?.close()
    },
  }
}

/**
 * The oldest of all starting points: a repeated change is recognized by its version, a missed one is lost. A topic that
 * names none starts where the stream is, or before anything was loaded.
 */
export function placeFor(added: Topic[], lastEventId: string, start: number | undefined) {
  const [notification = '', change] = lastEventId.split('-')
  const fallback = change ? Number(change) : start
  const places = [...added.map(({ since }) => since ?? fallback), ...(change ? [Number(change)] : [])].filter(
    place => place !== undefined,
  )
  return places.length > 0 ? `${notification}-${Math.min(...places)}` : notification
}
