import { randomId } from '@atrium/client/random-id'
import { openLiveStream } from './live-stream.ts'

export type LiveState = 'connecting' | 'open' | 'lost'

export interface LiveMessage {
  event: 'notification' | 'change' | 'presence' | 'resync'
  // biome-ignore lint/suspicious/noExplicitAny: each listener knows what it listens to
  data: any
}

export interface Topic {
  name: string
  /** The change from which on it is to be told. */
  since: number
}

type Said =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'state'; state: LiveState }
  | { kind: 'topics'; tab: string; topics: Topic[] }
  | { kind: 'leader' }

/**
 * One stream for all tabs of a browser: HTTP/1.1 allows six connections, and a stream keeps one. Whoever holds the
 * lock leads, follows the topics of all, and passes on what comes; when that tab closes another one takes over.
 */
export function joinLiveTabs(onMessage: (message: LiveMessage) => void, onState: (state: LiveState) => void) {
  const tab = randomId()
  const channel = new BroadcastChannel('atrium.live')
  const topicsOfTabs = new Map<string, Topic[]>()
  const leaving = new AbortController()
  let topics: Topic[] = []
  let stream: ReturnType<typeof openLiveStream> | undefined

  const say = (said: Said) => channel.postMessage(said)
  const follow = () => stream?.follow([...topicsOfTabs.values()].flat())
  const tellTopics = () => {
    topicsOfTabs.set(tab, topics)
    say({ kind: 'topics', tab, topics })
    follow()
  }

  channel.onmessage = ({ data: said }: MessageEvent<Said>) => {
    if (said.kind === 'message') onMessage(said.message)
    if (said.kind === 'state') onState(said.state)
    if (said.kind === 'leader') tellTopics()
    if (said.kind === 'topics') {
      topicsOfTabs.set(said.tab, said.topics)
      follow()
    }
  }

  async function lead() {
    if (leaving.signal.aborted) return
    stream = openLiveStream(
      message => {
        onMessage(message)
        say({ kind: 'message', message })
      },
      state => {
        onState(state)
        say({ kind: 'state', state })
      },
    )
    say({ kind: 'leader' })
    tellTopics()
    await new Promise(resolve => leaving.signal.addEventListener('abort', resolve))
    stream.close()
  }

  // A page that came by plain HTTP has no locks: there every tab leads itself.
  const locks = navigator.locks as LockManager | undefined
  if (locks)
    locks.request('atrium.live', { signal: leaving.signal }, lead).catch(() => {}) // left before its turn
  else void lead()
  tellTopics()
  const leave = () => {
    say({ kind: 'topics', tab, topics: [] })
    leaving.abort()
  }
  addEventListener('pagehide', leave, { once: true })

  return {
    follow: (wanted: Topic[]) => {
      topics = wanted
      tellTopics()
    },
    leave: () => {
      removeEventListener('pagehide', leave)
      leave()
      channel.close()
    },
  }
}
