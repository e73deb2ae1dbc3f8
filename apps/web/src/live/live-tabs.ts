import { randomId } from '@atrium/client/random-id'
import type { LiveMessage } from '@atrium/tasks/live/live.contract'
import { joinElection } from '../tabs/leader-tab.ts'
import { type LiveState, openLiveStream, type Topic } from './live-stream.ts'

type TabMessage =
  | { kind: 'message'; tab: string; message: LiveMessage }
  | { kind: 'state'; tab: string; state: LiveState }
  | { kind: 'topics'; tab: string; topics: Topic[] }
  | { kind: 'leader'; tab: string }
  | { kind: 'resigned'; tab: string }

interface LiveTabOptions {
  /** The last change before anything was loaded. */
  start: number | undefined
  onState: (state: LiveState) => void
}

/**
 * One stream for all tabs of a browser: HTTP/1.1 allows six connections, and a stream occupies one. The leader follows the
 * topics of all tabs and forwards the messages.
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
  /** The tab whose messages count: a leader that was replaced while it was frozen does not know it yet. */
  let leader: string | undefined

  const send = (message: TabMessage) => channel.postMessage(message)
  const follow = () => stream?.follow([...topicsOfTabs.values()].flat())
  const sendTopics = () => {
    topicsOfTabs.set(tab, topics)
    send({ kind: 'topics', tab, topics })
    follow()
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'leader') {
      leader = data.tab
      return sendTopics()
    }
    if (data.kind === 'topics') {
      topicsOfTabs.set(data.tab, data.topics)
      return follow()
    }
    if (data.kind === 'resigned') return leader === data.tab && succeed()
    leader ??= data.tab
    if (data.tab !== leader) return
    if (data.kind === 'message') onMessage(data.message)
    else onState(data.state)
  }

  /** Without locks, two tabs may lead for a moment: the one that goes on may have heard of the other one last. */
  function succeed() {
    leader = stream && tab
    if (stream) receive({ event: 'resync', data: { reason: 'gap' } })
  }

  function receive(message: LiveMessage) {
    if (leader !== tab) return
    onMessage(message)
    send({ kind: 'message', tab, message })
  }

  function lead() {
    const showState = (state: LiveState) => {
      if (leader !== tab) return
      onState(state)
      send({ kind: 'state', tab, state })
    }
    leader = tab
    stream = openLiveStream(getToken, receive, { start, onState: showState })
    send({ kind: 'leader', tab })
    sendTopics()
    return () => {
      stream?.close()
      stream = undefined
      send({ kind: 'resigned', tab })
    }
  }

  joinElection(tab, lead, leaving.signal)
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
