import { randomId } from '@atrium/client/random-id'
import type { Mutation, QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import {
  type ChangeQueue,
  type ChangeStore,
  createChangeQueue,
  type QueueState,
} from '../../changes/change-queue.ts'
import type { Answer, ChangeRequest, QueuedChange, ShownAs } from '../../changes/queued-change.ts'
import { createTurns } from '../../changes/send-turn.ts'
import { signedInUser } from '../account/signed-in-user.ts'
import { patchShown } from '../boards/own-changes.ts'
import { currentUserQuery } from '../session/current-user.ts'
import { showTask } from '../tasks/tasks.ts'
import { prepareChange, sendQueuedChange } from './send-change.ts'

interface OpenQueue {
  queue?: ChangeQueue
  userId?: number
  leaving?: AbortController
  listeners: Set<() => void>
}

/** The queue belongs to the page's query client, whose user makes the changes. */
const open = new WeakMap<QueryClient, OpenQueue>()

function openQueueOf(queryClient: QueryClient) {
  const known = open.get(queryClient) ?? { listeners: new Set() }
  open.set(queryClient, known)
  return known
}

/** Keeps a queue for the user who is signed in: what an earlier visit has left is shown and sent. */
export function keepChangeQueue(queryClient: QueryClient) {
  const holder = openQueueOf(queryClient)
  const follow = () => {
    const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.id
    if (userId === holder.userId) return
    holder.leaving?.abort()
    holder.queue?.stop()
    holder.userId = userId
    holder.queue = undefined
    if (userId !== undefined) startQueue(queryClient, holder, userId)
    for (const listener of holder.listeners) listener()
  }
  const [key] = currentUserQuery.queryKey
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey[0] === key) follow()
  })
  addEventListener('online', () => holder.queue?.send())
  addEventListener('beforeunload', event => {
    if (holder.queue?.hasUnstored()) event.preventDefault()
  })
  follow()
}

function startQueue(queryClient: QueryClient, holder: OpenQueue, userId: number) {
  const tab = randomId()
  const leaving = new AbortController()
  const channel = new BroadcastChannel(`atrium.changes.${userId}`)
  const current = () => queryClient.getQueryData(currentUserQuery.queryKey)?.id
  const queue: ChangeQueue = createChangeQueue({
    tab,
    store: storeOf(userId),
    prepare: change => prepareChange(queryClient, change),
    send: change => sendQueuedChange(queryClient, change),
    takeTurn: createTurns(tab, userId, () => queue.send(), leaving.signal),
    post: message => leaving.signal.aborted || channel.postMessage(message),
    // Another tab can sign someone else in while a change waits.
    isSignedIn: () => current() === userId && (signedInUser() ?? userId) === userId,
    wait,
    now: () => Date.now(),
    follow: (change, answer) => showFollowed(queryClient, change, answer),
    drop: id => drop(queryClient, id),
  })
  channel.onmessage = ({ data }) => void queue.receive(data)
  leaving.signal.addEventListener('abort', () => channel.close())
  holder.queue = queue
  holder.leaving = leaving
  queue.subscribe(() => {
    for (const listener of holder.listeners) listener()
  })
  void queue.resume()
}

/** The database is loaded behind the first screen. Without the cookie, the installation keeps nothing in browsers. */
function storeOf(userId: number): ChangeStore {
  const isLasting = signedInUser() === userId
  const loaded = import('../../browser-storage.ts').then(({ openStoredChanges, createPageStore }) =>
    isLasting ? openStoredChanges(userId).catch(createPageStore) : createPageStore(),
  )
  return {
    isLasting,
    add: async change => (await loaded).add(change),
    list: async () => (await loaded).list(),
    replace: async change => (await loaded).replace(change),
    remove: async id => (await loaded).remove(id),
    settle: async (change, answer, now) => (await loaded).settle(change, answer, now),
  }
}

function wait(ms: number, hurry: AbortSignal) {
  return new Promise<void>(resolve => {
    if (hurry.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    hurry.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

interface NewChange {
  request: ChangeRequest
  fields?: string[]
  shownAs: ShownAs
}

/** Puts a change into the queue; `stored` resolves when a reload no longer loses it. */
export function addChange(queryClient: QueryClient, { request, fields = [], shownAs }: NewChange) {
  const { queue, userId } = openQueueOf(queryClient)
  if (!queue || userId === undefined) throw new Error('Nobody is signed in')
  const id = randomId()
  const { answer, stored } = queue.add({ id, userId, request, fields, shownAs })
  return { answer: show(queryClient, id, shownAs, answer), stored }
}

/** Stands for the change among the mutations of the page, whichever tab sends it. */
function show(queryClient: QueryClient, changeId: string, shownAs: ShownAs, answer: Promise<Answer>) {
  const { mutationKey, scope, variables, staysRefused } = shownAs
  const cache = queryClient.getMutationCache()
  const mutation = cache.build<Answer[keyof Answer], Error, unknown, void>(queryClient, {
    mutationKey,
    ...(scope && { scope: { id: scope } }),
    meta: { showsOwnErrors: true, changeId },
    networkMode: 'always',
    ...(staysRefused && { gcTime: Number.POSITIVE_INFINITY }),
    mutationFn: async () => {
      const [result] = Object.values(await answer)
      return result
    },
  })
  return mutation.execute(variables)
}

/** A change of another tab or of an earlier visit. */
function showFollowed(
  queryClient: QueryClient,
  { id, request, shownAs }: QueuedChange,
  answer: Promise<Answer>,
) {
  show(queryClient, id, shownAs, answer).catch(() => {}) // listed with the changes that were refused
  const taskId = request.kind === 'create' ? undefined : request.taskId
  if (taskId) patchShown(queryClient, taskId)
  const refresh = () => {
    for (const queryKey of [taskId ? ['task', taskId] : ['task'], ['tasks'], ['board']])
      void queryClient.invalidateQueries({ queryKey })
  }
  answer.then(({ task }) => {
    if (task) showTask(queryClient, task)
    refresh()
  }, refresh)
}

function drop(queryClient: QueryClient, id: string) {
  const mutation = findMutation(queryClient, id)
  if (!mutation) return
  queryClient.getMutationCache().remove(mutation)
  void queryClient.invalidateQueries()
}

function findMutation(queryClient: QueryClient, id: string): Mutation | undefined {
  return queryClient.getMutationCache().find({ predicate: ({ meta }) => meta?.changeId === id })
}

/** Forgets a refused change. */
export function discardChange(queryClient: QueryClient, id: string) {
  void openQueueOf(queryClient).queue?.discard(id)
}

/** Sends a refused change once more, as a new one: with its own key and whatever others have saved since. */
export function repeatChange(queryClient: QueryClient, { id, request, fields, shownAs }: QueuedChange) {
  const { version: _, ...again } = { version: undefined, ...request }
  discardChange(queryClient, id)
  const { answer } = addChange(queryClient, { request: again as ChangeRequest, fields, shownAs })
  return answer
}

/** After a sign-out, nothing that the user has changed is left in this browser. */
export async function forgetChanges(queryClient: QueryClient) {
  openQueueOf(queryClient).queue?.stop()
  const { deleteStoredChanges } = await import('../../browser-storage.ts')
  await deleteStoredChanges()
}

const nothing: QueueState = { waiting: [], refused: [], isFailing: false }

/** What waits and what was refused. */
export function useChangeQueue() {
  const queryClient = useQueryClient()
  const holder = openQueueOf(queryClient)
  const subscribe = (listener: () => void) => {
    holder.listeners.add(listener)
    return () => {
      holder.listeners.delete(listener)
    }
  }
  return useSyncExternalStore(subscribe, () => holder.queue?.state() ?? nothing)
}
