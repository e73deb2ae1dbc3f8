import { ApiError } from '@atrium/client/api-error'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type ChangeQueue, type ChangeStore, createChangeQueue } from '../src/changes/change-queue.ts'
import { settled } from '../src/changes/change-stores.ts'
import type { ChangeRequest, QueuedChange } from '../src/changes/queued-change.ts'

/** A browser with its stored changes, its tabs and the user whose session it has. */
interface Browser {
  name: string
  user: number | undefined
  /** The cookie can still name the user when the server has ended the session. */
  hasSession: boolean
  owner: number | undefined
  stored: QueuedChange[]
  isOnline: boolean
  tabs: Tab[]
  /** What the tabs ask of the database, in order. */
  database: Step[]
  turns: Map<number, { holder: Tab | undefined; waiting: { tab: Tab; start: () => void }[] }>
}

interface Tab {
  browser: Browser
  user: number
  queue: ChangeQueue
  isAlive: boolean
  /** The tabs of a user hear each other, in order. */
  inbox: Step[]
}

type Step = () => void

interface ServerTask {
  version: number
  /** The version of each field. */
  fields: Map<string, number>
  title: string
}

/** What the user has done, and what they were told about it. */
export interface Made {
  id: string
  user: number
  browser: string
  request: ChangeRequest
  isStored: boolean
  /** Whether the user gave it up: signed out, or let another user sign in. */
  isGivenUp: boolean
  told?: 'saved' | 'refused'
}

/** One server, browsers with tabs, a network that loses requests and answers, and users who come and go. */
export function createWorld(random: (below: number) => number) {
  const server = new Map<number, ServerTask>()
  const answers = new Map<string, Task>()
  const applied: { id: string; user: number; as: number; taskId: number }[] = []
  const made = new Map<string, Made>()
  const browsers: Browser[] = ['one', 'two'].map(name => ({
    name,
    user: undefined,
    hasSession: false,
    owner: undefined,
    stored: [],
    isOnline: true,
    tabs: [],
    database: [],
    turns: new Map(),
  }))
  /** Requests, answers and timers, in any order. */
  const loose: Step[] = []
  let isServerUp = true
  let ids = 0
  const faults: string[] = []

  function apply(change: QueuedChange, as: number): Task {
    const { id, request } = change
    const known = answers.get(`${as} ${id}`)
    if (known) return known
    const taskId = 'taskId' in request ? request.taskId : 1000 + answers.size
    const task = server.get(taskId) ?? { version: 1, fields: new Map(), title: '' }
    server.set(taskId, task)
    // A PATCH has no key: the same value again changes nothing.
    if (request.kind === 'fields' && request.changes.title === task.title) return taskOf(taskId, task.version)
    setFields(task, change)
    applied.push({ id, user: change.userId, as, taskId })
    const answer = taskOf(taskId, task.version)
    if (request.kind !== 'fields') answers.set(`${as} ${id}`, answer)
    return answer
  }

  function setFields(task: ServerTask, { request, fields }: QueuedChange) {
    if (request.kind !== 'fields' && request.kind !== 'move') return
    const { version } = request
    const isStale = version !== undefined && fields.some(name => (task.fields.get(name) ?? 1) > version)
    if (isStale) throw new ApiError(409, 'stale', { reason: 'stale_version' })
    task.version += 1
    for (const name of fields) task.fields.set(name, task.version)
    if (request.kind === 'fields') task.title = request.changes.title ?? ''
  }

  const taskOf = (id: number, version: number) => ({ id, version }) as Task

  function requestFrom(tab: Tab, change: QueuedChange) {
    const { promise, resolve, reject } = Promise.withResolvers<{ task: Task }>()
    const as = tab.browser.hasSession ? tab.browser.user : undefined
    const noAnswer = () => tab.isAlive && reject(new ApiError(0, 'no answer'))
    if (!tab.browser.isOnline) {
      loose.push(noAnswer)
      return promise
    }
    // It arrives even if the page that sent it is gone.
    loose.push(() => {
      const fate = random(10)
      if (fate === 0) return loose.push(noAnswer)
      if (!isServerUp) return loose.push(() => tab.isAlive && reject(new ApiError(503, 'down')))
      if (as === undefined) return loose.push(() => tab.isAlive && reject(new ApiError(401, 'signed out')))
      try {
        const task = apply(change, as)
        loose.push(fate === 1 ? noAnswer : () => tab.isAlive && resolve({ task }))
      } catch (error) {
        loose.push(() => tab.isAlive && reject(error))
      }
    })
    return promise
  }

  /** The page may be gone before or after the database has done it. */
  function inDatabase<Result>(tab: Tab, work: () => Result, foreign: Result) {
    const { promise, resolve } = Promise.withResolvers<Result>()
    const { browser, user } = tab
    browser.database.push(() => {
      if (!tab.isAlive && random(2) === 0) return
      const result = browser.owner === user ? work() : foreign
      if (tab.isAlive) resolve(structuredClone(result))
    })
    return promise
  }

  function storeOf(tab: Tab): ChangeStore {
    const { browser } = tab
    const inOwn = <Result>(work: () => Result, foreign: Result) => inDatabase(tab, work, foreign)
    return {
      isLasting: true,
      add: change =>
        inOwn(() => {
          browser.stored.push(structuredClone(change))
          const entry = made.get(change.id)
          if (entry) entry.isStored = true
          return 'stored' as const
        }, 'foreign' as const),
      list: () => inOwn(() => browser.stored, []),
      replace: change =>
        inOwn(() => {
          const at = browser.stored.findIndex(({ id }) => id === change.id)
          if (at >= 0) browser.stored[at] = structuredClone(change)
          return at >= 0
        }, false),
      remove: id =>
        inOwn<void>(() => {
          browser.stored = browser.stored.filter(change => change.id !== id)
        }, undefined),
      settle: (change, answer, now) =>
        inOwn<void>(() => {
          browser.stored = browser.stored.flatMap(stored => settled(stored, change, answer, now) ?? [])
        }, undefined),
    }
  }

  function takeTurn(tab: Tab, work: () => Promise<void>) {
    // Nothing runs in a page that is gone.
    if (!tab.isAlive) return new Promise<void>(() => {})
    const { turns } = tab.browser
    const turn = turns.get(tab.user) ?? { holder: undefined, waiting: [] }
    turns.set(tab.user, turn)
    return new Promise<void>((resolve, reject) => {
      const start = () => {
        turn.holder = tab
        work()
          .then(resolve, reject)
          .finally(() => tab.isAlive && passOn(tab))
      }
      if (turn.holder) turn.waiting.push({ tab, start })
      else start()
    })
  }

  function passOn({ browser, user }: Tab) {
    const turn = browser.turns.get(user)
    if (!turn) return
    turn.holder = undefined
    turn.waiting.shift()?.start()
  }

  function openTab(browser: Browser) {
    const { user } = browser
    if (user === undefined) return
    const tab = { browser, user, isAlive: true, inbox: [] } as unknown as Tab
    // Before anything is read, like in `openStoredChanges`.
    browser.database.push(() => {
      if (browser.user !== user || browser.owner === user) return
      for (const { id } of browser.stored) giveUp(id)
      browser.stored = []
      browser.owner = user
    })
    tab.queue = createChangeQueue({
      tab: `tab ${ids++}`,
      store: storeOf(tab),
      prepare: async change => change,
      send: change => requestFrom(tab, change),
      takeTurn: work => takeTurn(tab, work),
      post: message => {
        for (const other of browser.tabs) {
          if (other === tab || other.user !== user) continue
          other.inbox.push(() => void other.queue.receive(structuredClone(message)))
        }
      },
      isSignedIn: () => browser.user === user,
      wait: (_ms, hurry) =>
        new Promise(resolve => {
          loose.push(() => tab.isAlive && resolve())
          hurry.addEventListener('abort', () => tab.isAlive && resolve())
        }),
      now: () => 0,
      follow: ({ userId }) => {
        if (userId !== user) faults.push(`user ${user} is shown a change of user ${userId}`)
      },
      drop: () => {},
    })
    browser.tabs.push(tab)
    void tab.queue.resume()
    return tab
  }

  function closeTab(tab: Tab) {
    const { browser } = tab
    tab.isAlive = false
    browser.tabs = browser.tabs.filter(other => other !== tab)
    for (const turn of browser.turns.values()) turn.waiting = turn.waiting.filter(entry => entry.tab !== tab)
    if (browser.turns.get(tab.user)?.holder === tab) passOn(tab)
  }

  function giveUp(id: string) {
    const entry = made.get(id)
    if (entry) entry.isGivenUp = true
  }

  function look({ user, queue }: Tab) {
    const { waiting, refused } = queue.state()
    for (const { userId } of [...waiting, ...refused])
      if (userId !== user) faults.push(`user ${user} sees a change of user ${userId}`)
    for (const { id, refusal } of refused)
      if (refusal?.status !== 409) faults.push(`${id} was refused without a reason: ${refusal?.message}`)
  }

  function make(tab: Tab, request: ChangeRequest) {
    const id = `change ${ids++}`
    const entry: Made = {
      id,
      user: tab.user,
      browser: tab.browser.name,
      request,
      isStored: false,
      isGivenUp: false,
    }
    made.set(id, entry)
    const fields = request.kind === 'fields' ? ['title'] : request.kind === 'move' ? ['columnId'] : []
    const shownAs = { mutationKey: [], variables: undefined }
    const { answer } = tab.queue.add({ id, userId: tab.user, request, fields, shownAs })
    answer.then(
      () => {
        entry.told = 'saved'
      },
      (error: ApiError) => {
        if (error.status === 409) entry.told = 'refused'
        else if (error.status !== 401) faults.push(`${id} was refused without a reason: ${error.message}`)
      },
    )
  }

  return {
    browsers,
    made,
    applied,
    faults,
    make,
    openTab,
    closeTab,
    setServer: (isUp: boolean) => {
      isServerUp = isUp
    },
    /** The user asks for it: what waits is deleted with everything else. */
    signOut: (browser: Browser) => {
      for (const { id } of browser.stored) giveUp(id)
      for (const entry of made.values())
        if (entry.browser === browser.name && entry.user === browser.user) entry.isGivenUp ||= !entry.told
      for (const tab of [...browser.tabs]) closeTab(tab)
      browser.user = undefined
      browser.stored = []
      browser.owner = undefined
    },
    /** The session ends somewhere else, or another user signs in: tabs that are open stay. */
    setUser: (browser: Browser, user: number | undefined) => {
      browser.user = user
      browser.hasSession = user !== undefined
    },
    expire: (browser: Browser) => {
      browser.hasSession = false
    },
    /** Does one thing that is under way; false if nothing is. */
    step: async () => {
      const waiting = [
        ...browsers.filter(({ database }) => database.length > 0).map(({ database }) => database),
        ...browsers.flatMap(({ tabs }) =>
          tabs.filter(({ inbox }) => inbox.length > 0).map(({ inbox }) => inbox),
        ),
        ...loose.map((_, at) => at),
      ]
      const next = waiting[random(waiting.length)]
      if (next === undefined) return false
      const step = typeof next === 'number' ? loose.splice(next, 1)[0] : next.shift()
      step?.()
      await new Promise(resolve => setImmediate(resolve))
      for (const tab of browsers.flatMap(({ tabs }) => tabs)) look(tab)
      return true
    },
  }
}

export type World = ReturnType<typeof createWorld>
