import { randomId } from '@atrium/client/random-id'
import type { LiveMessage } from '@atrium/tasks/live/live.contract'
import { type LiveState, openLiveStream, type Topic } from './live-stream.ts'

type TabMessage =
  | { kind: 'message'; message: LiveMessage }
  | { kind: 'state'; state: LiveState }
  | { kind: 'topics'; tab: string; topics: Topic[] }
  | { kind: 'leader' }

interface LiveTabOptions {
  /** The last change before anything was loaded. */
  start: number | undefined
  onState: (state: LiveState) => void
}

/**
 * One stream for all tabs of a browser: HTTP/1.1 allows six connections, and a stream occupies one. The tab that has the
 * lock is the leader: it follows the topics of all tabs and forwards the messages. When it closes, another tab takes over.
 */
export function joinLiveTabs(
  getToken: () => Promise<string>,
  onMessage: (message: LiveMessage) => void,
  { start, onState }: LiveTabOptions,
) {
  const tab = randomId()
  const channel = new BroadcastChannel('atrium.live')
  const topicsOfTabs = new Map<string, Topic[]>()
  const leaving = new AbortController()
  let topics: Topic[] = []
  let stream: ReturnType<typeof openLiveStream> | undefined

  const send = (message: TabMessage) => channel.postMessage(message)
  const follow = () => stream?.follow([...topicsOfTabs.values()].flat())
  const sendTopics = () => {
    topicsOfTabs.set(tab, topics)
    send({ kind: 'topics', tab, topics })
    follow()
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'message') onMessage(data.message)
    if (data.kind === 'state') onState(data.state)
    if (data.kind === 'leader') sendTopics()
    if (data.kind === 'topics') {
      topicsOfTabs.set(data.tab, data.topics)
      follow()
    }
  }

  async function lead() {
    if (leaving.signal.aborted) return
    stream = openLiveStream(
      getToken,
      message => {
        onMessage(message)
        send({ kind: 'message', message })
      },
      {
        start,
        onState: state => {
          onState(state)
          send({ kind: 'state', state })
        },
      },
    )
    send({ kind: 'leader' })
    sendTopics()
    await new Promise(resolve => leaving.signal.addEventListener('abort', resolve))
    stream.close()
  }

  // Pages served over plain HTTP have no locks: there every tab is a leader.
  const locks = navigator.locks as LockManager | undefined
  if (locks)
    locks.request('atrium.live', { signal: leaving.signal }, lead).catch(() => {}) // closed before its turn
  else void lead()
  sendTopics()
  const leave = () => {
    send({ kind: 'topics', tab, topics: [] })
    leaving.abort()
  }
  addEventListener('pagehide', leave, { once: true })

  return {
    follow: (wanted: Topic[]) => {
      topics = wanted
      sendTopics()
    },
    leave: () => {
      removeEventListener('pagehide', leave)
      leave()
      channel.close()
    },
  }
}
