import { hasStatus } from '@atrium/client/api-error'
import { getStreamToken, type LiveMessage } from '@atrium/tasks/live/live.contract'
import { useLatest } from '@atrium/ui/latest'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../api.ts'
import { currentUserQuery, forgetUser, startPlaceKey, streamTokenKey } from '../data/session/current-user.ts'
import { followChanges } from './apply-change.ts'
import type { LiveState, Topic } from './live-stream.ts'
import { joinLiveTabs } from './live-tabs.ts'

interface Live {
  state: LiveState
  follow: (topic: Topic) => () => void
  listen: (listener: (message: LiveMessage) => void) => () => void
}

const FIRST_TOKEN_MS = 45_000

const LiveContext = createContext<Live | null>(null)

/** Keeps what is on the screen up to date while a user is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  const tabs = useRef<ReturnType<typeof joinLiveTabs> | null>(null)
  const topics = useRef(new Set<Topic>())
  const listeners = useRef(new Set<(message: LiveMessage) => void>())
  const visit = useVisit()

  useEffect(() => {
    if (visit > 0) void queryClient.invalidateQueries()
  }, [queryClient, visit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit joins the tabs again
  useEffect(() => {
    const follow = followChanges(queryClient)
    const receive = (message: LiveMessage) => {
      if (message.event === 'change') void follow(message.data)
      if (message.event === 'navigation') void queryClient.invalidateQueries({ queryKey: ['projects'] })
      if (message.event === 'plan') void queryClient.invalidateQueries({ queryKey: ['tasks', 'plan'] })
      if (message.event === 'resync') void reload(queryClient)
      for (const listener of listeners.current) listener(message)
    }
    tabs.current = joinLiveTabs(() => getToken(queryClient), receive, {
      start: queryClient.getQueryData<number>(startPlaceKey),
      onState: setState,
    })
    tabs.current.follow([...topics.current])
    return () => {
      tabs.current?.leave()
      // Components that unmount later must not post to a closed channel.
      tabs.current = null
    }
  }, [queryClient, visit])

  const stable = useMemo<Omit<Live, 'state'>>(
    () => ({
      follow: topic => {
        topics.current.add(topic)
        tabs.current?.follow([...topics.current])
        return () => {
          topics.current.delete(topic)
          tabs.current?.follow([...topics.current])
        }
      },
      listen: listener => {
        listeners.current.add(listener)
        return () => listeners.current.delete(listener)
      },
    }),
    [],
  )
  const live = useMemo(() => ({ ...stable, state }), [stable, state])
  return <LiveContext value={live}>{children}</LiveContext>
}

/** Asks for the user first: at the end of a session every other request would be refused. */
async function reload(queryClient: QueryClient) {
  const asked = queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })
  const isSignedOut = await asked.then(user => user === null).catch(() => false)
  if (isSignedOut) forgetUser(queryClient)
  else void queryClient.invalidateQueries()
}

/** The first one came with the start of the application; a minute later it would have expired. */
async function getToken(queryClient: QueryClient) {
  // What is on the screen may have been kept in the browser: the answer with the token is still under way.
  await startingUp(queryClient)
  const known = queryClient.getQueryState<string>(streamTokenKey)
  queryClient.removeQueries({ queryKey: streamTokenKey })
  if (known?.data && Date.now() - known.dataUpdatedAt < FIRST_TOKEN_MS) return known.data
  try {
    return (await api(getStreamToken)).token
  } catch (error) {
    if (hasStatus(error, 401)) forgetUser(queryClient, error)
    throw error
  }
}

async function startingUp(queryClient: QueryClient) {
  if (queryClient.isFetching({ queryKey: currentUserQuery.queryKey }) === 0) return
  await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 }).catch(() => {})
}

/** Counts how often the browser restored the page from its cache: changes in between were missed. */
function useVisit() {
  const [visit, setVisit] = useState(0)
  useEffect(() => {
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setVisit(now => now + 1)
    }
    addEventListener('pageshow', restore)
    return () => removeEventListener('pageshow', restore)
  }, [])
  return visit
}

export function useLive() {
  const live = useContext(LiveContext)
  if (!live) throw new Error('useLive needs a LiveProvider around it')
  return live
}

/** Subscribes to the topic while the component is mounted. */
export function useTopic(name: string, since: number | undefined) {
  const { follow } = useLive()
  const isKnown = since !== undefined
  const first = useRef({ name, since })
  // Another topic has another starting point.
  if (first.current.name !== name || first.current.since === undefined) first.current = { name, since }
  useEffect(
    () => (isKnown ? follow({ name, since: first.current.since ?? 0 }) : undefined),
    [follow, name, isKnown],
  )
}

/** The stream accepts fifty topics; boards need some of them. */
const MAX_PROJECTS = 40

/** Subscribes to projects. What has changed since they were loaded is sent too. */
export function useProjectTopics(projectIds: number[]) {
  const { follow } = useLive()
  const key = projectIds.slice(0, MAX_PROJECTS).join()
  useEffect(() => {
    const names = key.split(',').filter(Boolean)
    const ends = names.map(id => follow({ name: `project:${id}`, since: undefined }))
    return () => {
      for (const end of ends) end()
    }
  }, [follow, key])
}

export function useLiveMessages(listener: (message: LiveMessage) => void) {
  const { listen } = useLive()
  const latest = useLatest(listener)
  useEffect(() => listen(message => latest.current(message)), [listen])
}
