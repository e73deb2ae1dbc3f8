import type { UserSummary } from '@atrium/tasks/administration/user.contract'
import { announcePresence, type TaskActivity } from '@atrium/tasks/live/task-presence.contract'
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../../../api.ts'
import { useLiveMessages } from '../../../live/live-provider.tsx'

const REPEAT_MS = 25_000
/** Two repetitions are missed by someone whose browser was closed. */
const EXPIRES_AFTER_MS = 60_000
const STOPPED_TYPING_MS = 8000

interface Present {
  user: UserSummary
  activity: TaskActivity
  at: number
}

interface Presence {
  others: Present[]
  /** To be called with every change of a text. */
  type: (activity: TaskActivity) => void
}

const PresenceContext = createContext<Presence>({ others: [], type: () => {} })

interface TaskPresenceProps {
  taskId: number
  myId: number
  children: ReactNode
}

/** Tells others that the user has the task open and what they write, and learns the same from them. */
export function TaskPresence({ taskId, myId, children }: TaskPresenceProps) {
  const [present, setPresent] = useState<Present[]>([])
  const activity = useRef<TaskActivity>('viewing')
  const stopped = useRef<ReturnType<typeof setTimeout>>(undefined)

  const announce = (next: TaskActivity) => {
    activity.current = next
    // If the server cannot be reached, the next repetition tells it.
    void api(announcePresence, { params: { id: taskId }, body: { activity: next } }).catch(() => {})
  }
  const repeat = useEffectEvent(() => {
    const since = Date.now() - EXPIRES_AFTER_MS
    setPresent(known => (known.every(({ at }) => at > since) ? known : known.filter(({ at }) => at > since)))
    if (document.visibilityState === 'visible') announce(activity.current)
  })
  const leave = useEffectEvent(() => announce('left'))
  useEffect(() => {
    repeat()
    const timer = setInterval(repeat, REPEAT_MS)
    return () => {
      clearInterval(timer)
      clearTimeout(stopped.current)
      leave()
    }
  }, [])

  useLiveMessages(({ event, data }) => {
    if (event !== 'task-presence' || data.taskId !== taskId || data.user.id === myId) return
    const isNew = data.activity !== 'left' && !present.some(({ user }) => user.id === data.user.id)
    // Someone who has just opened the task does not know who is there.
    if (isNew && document.visibilityState === 'visible') announce(activity.current)
    setPresent(known => withPresent(known, data.user, data.activity))
  })

  const type = (next: TaskActivity) => {
    if (activity.current !== next) announce(next)
    clearTimeout(stopped.current)
    stopped.current = setTimeout(() => announce('viewing'), STOPPED_TYPING_MS)
  }
  return <PresenceContext value={{ others: present, type }}>{children}</PresenceContext>
}

function withPresent(known: Present[], user: UserSummary, activity: TaskActivity) {
  const others = known.filter(one => one.user.id !== user.id)
  return activity === 'left' ? others : [...others, { user, activity, at: Date.now() }]
}

export function useTaskPresence() {
  return useContext(PresenceContext)
}
