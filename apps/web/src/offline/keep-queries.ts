import { hasStatus, isLost } from '@atrium/client/api-error'
import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Navigation } from '@atrium/tasks/boards/navigation.contract'
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { signedInUser } from '../data/account/signed-in-user.ts'
import { navigationQuery } from '../data/projects/projects.ts'
import { currentUserQuery } from '../data/session/current-user.ts'
import { taskQuery } from '../data/tasks/tasks.ts'
import { isKept, isOfStart, keepLimits, projectsOf, startKeys } from './kept-queries.ts'
import { emptyOfflineDatabase, type OfflineDatabase, openOfflineDatabase } from './offline-database.ts'

/** A digest of the contracts, from the build: answers of an earlier build may have other fields. */
declare const __ANSWERS_SHAPE__: string

const COLLECT_MS = 500

/** Shows what was kept of the signed-in user at once, and keeps what arrives. */
export function keepQueries(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  const changed = new Set<Query>()
  let database: Promise<OfflineDatabase | undefined> | undefined
  let userId: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const start = (id: number) => {
    userId = id
    // Refused in private windows of some browsers: then nothing is kept.
    database = openOfflineDatabase(id, __ANSWERS_SHAPE__).catch(() => undefined)
    void restoreStart()
    for (const query of cache.getAll()) {
      keep(query)
      void restore(query)
    }
  }

  /** All of it or nothing: a page needs every part, and would request what is missing. */
  async function restoreStart() {
    const answers = (await (await database)?.read(startKeys.map(key => hashKey(key)))) ?? []
    if (answers.length === 0 || answers.some(answer => answer === undefined)) return
    if (queryClient.getQueryData(currentUserQuery.queryKey) !== undefined) return
    for (const [at, key] of startKeys.entries()) {
      const isUser = key === startKeys[0]
      // The user is asked for anyway, and the answer contains the rest.
      queryClient.setQueryData(key, JSON.parse(answers[at]?.json ?? 'null'), {
        updatedAt: isUser ? 1 : Date.now(),
      })
    }
  }

  async function restore(query: Query) {
    const { queryKey, queryHash } = query
    if (!isKept(queryKey) || isOfStart(queryKey) || query.state.data !== undefined) return
    const [answer] = (await (await database)?.read([queryHash])) ?? []
    if (!answer || query.state.data !== undefined || isLost(query.state.error)) return
    query.setData(JSON.parse(answer.json), { updatedAt: answer.updatedAt, manual: true })
  }

  async function write() {
    clearTimeout(timer)
    timer = undefined
    const queries = [...changed]
    changed.clear()
    const answers = queries.map(answerOf).filter(answer => answer !== undefined)
    const opened = await database
    if (answers.length > 0) await opened?.write(answers, Date.now()).catch(() => {})
  }

  function answerOf({ queryKey, queryHash, state }: Query) {
    if (state.data === undefined || isLost(state.error)) return undefined
    const projectIds = projectsOf(queryKey, state.data, projectOfTask)
    const own = ownProjects()
    if (!projectIds?.every(id => own?.has(id))) return undefined
    const json = JSON.stringify(state.data)
    if (json.length > keepLimits.bytesOfOne) return undefined
    return { hash: queryHash, projectIds, usedAt: Date.now(), json, updatedAt: state.dataUpdatedAt }
  }

  const projectOfTask = (id: number) => queryClient.getQueryData(taskQuery(id).queryKey)?.projectId
  const ownProjects = () => {
    const navigation = queryClient.getQueryData<Navigation>(navigationQuery.queryKey)
    return navigation && new Set(navigation.projects.map(({ id }) => id))
  }

  /** Access can be lost while nobody looks: the navigation lists the projects that are left. */
  async function forgetOtherProjects() {
    const own = ownProjects()
    if (own) await (await database)?.remove(({ projectIds }) => projectIds.some(id => !own.has(id)))
  }

  async function forgetLost({ queryKey, queryHash, state }: Query) {
    const isProject = takesProjectAlong(queryKey, state.error)
    const isTask = queryKey[0] === 'task' && queryKey[2] === 'self'
    const ofTask = `["task",${queryKey[1]},`
    await (await database)?.remove((answer, kept) => {
      if (answer.hash === queryHash || (isTask && answer.hash.startsWith(ofTask))) return true
      const lost = kept.find(({ hash }) => hash === queryHash)?.projectIds ?? []
      return isProject && answer.projectIds.some(id => lost.includes(id))
    })
  }

  async function end() {
    userId = undefined
    changed.clear()
    const opened = await database
    database = undefined
    opened?.close()
    await emptyOfflineDatabase().catch(() => {})
  }

  /** The server has answered who is signed in. */
  async function follow(user: CurrentUser | null) {
    const isKeeping = user !== null && user.id === signedInUser()
    if (isKeeping && user.id === userId) return
    const isOther = user !== null && userId !== undefined && user.id !== userId
    if (isKeeping && !isOther) return start(user.id)
    await end()
    // Nothing that the other user has loaded stays on the screen.
    if (isKeeping) location.reload()
  }

  function keep(query: Query) {
    if (userId === undefined || !isKept(query.queryKey) || query.state.data === undefined) return
    changed.add(query)
    timer ??= setTimeout(write, COLLECT_MS)
  }

  function receive(query: Query, isAnswer: boolean) {
    const { queryHash, state } = query
    if (queryHash === hashKey(navigationQuery.queryKey)) void forgetOtherProjects()
    keep(query)
    if (queryHash !== hashKey(currentUserQuery.queryKey)) return
    if (state.data === null) void end()
    else if (isAnswer) void follow(state.data as CurrentUser)
  }

  cache.subscribe(event => {
    const { query } = event
    if (event.type === 'added') void restore(query)
    if (event.type !== 'updated') return
    if (event.action.type === 'error' && isLost(query.state.error)) void forgetLost(query)
    if (event.action.type === 'success') receive(query, !event.action.manual)
  })
  // The last moment before a reload.
  addEventListener('pagehide', () => void write())

  const known = signedInUser()
  const answered = queryClient.getQueryData(currentUserQuery.queryKey)
  if (answered !== undefined) void follow(answered)
  else if (known !== undefined) start(known)
  else void end()
}

/** A board or a project that is refused, or a task that others still see. A deleted task only takes its own answers. */
function takesProjectAlong([root, , part]: Query['queryKey'], error: unknown) {
  if (root === 'task') return part === 'self' && hasStatus(error, 403)
  return root === 'board' || (root === 'project' && part === undefined)
}
