import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type Mutation, type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import { patchCard, withCard, withoutCard } from './board-cache.ts'

/** What a change of a task shows until the server has answered. */
export interface OwnChange {
  taskId: number
  patch: Partial<Task>
  /** The fields that get a new version; a custom field is called `field:12`. */
  fields: string[]
  /** What the screen knows about the change besides. */
  details?: unknown
}

/** Changes of one task are sent one at a time, whichever screen makes them. */
export function scopeOf(taskId: number) {
  return { id: `task:${taskId}` }
}

/** The queries that show tasks. */
const roots = ['task', 'tasks', 'board']

/**
 * Keeps what the user has changed on the screen. Whatever is written to these queries, such as an older answer or what
 * the stream reports, is shown with the user's changes that it does not contain yet.
 */
export function keepOwnChanges(queryClient: QueryClient) {
  const structuralSharing = (before: unknown, after: unknown) => {
    const changes = Map.groupBy(ownChanges(queryClient), ({ state }) => state.variables?.taskId)
    const shown = changes.size === 0 ? after : mapTasks(after, task => missingIn(task, changes.get(task.id)))
    return replaceEqualDeep(before, shown)
  }
  for (const root of roots) queryClient.setQueryDefaults([root], { structuralSharing })
}

/** Changes what is shown of the task wherever it is; without a patch, it is shown with the user's changes. */
export function patchShown(queryClient: QueryClient, taskId: number, patch: Partial<Task> = {}) {
  for (const query of queryClient.getQueryCache().findAll()) {
    if (!roots.includes(query.queryKey[0] as string)) continue
    const { data, isInvalidated } = query.state
    let isShown = false
    const patched = mapTasks(data, ({ id }) => {
      if (id !== taskId) return undefined
      isShown = true
      return patch
    })
    if (isShown) queryClient.setQueryData(query.queryKey, patched)
    if (isShown && isInvalidated) query.invalidate()
  }
}

/** The version that the user's latest change of these fields led to; 0 if there is none. */
export function ownVersion(queryClient: QueryClient, taskId: number, fields: string[]) {
  const versions = ownChanges(queryClient, taskId).map(({ state: { variables, data } }) =>
    variables?.fields.some(field => fields.includes(field)) ? (data?.version ?? 0) : 0,
  )
  return Math.max(0, ...versions)
}

/** Whether a change of the task has not been answered yet. */
export function isBeingSaved(queryClient: QueryClient, taskId: number) {
  return ownChanges(queryClient, taskId).some(({ state }) => state.status === 'pending')
}

type SentChange = Mutation<Task | undefined, Error, OwnChange>

/** The changes that were sent or wait for it, oldest first. Those that were answered stay for some minutes. */
function ownChanges(queryClient: QueryClient, taskId?: number) {
  const isOwn = (scope = '') => (taskId ? scope === scopeOf(taskId).id : scope.startsWith('task:'))
  return queryClient
    .getMutationCache()
    .findAll({ predicate: ({ options }) => isOwn(options.scope?.id) }) as SentChange[]
}

type ShownTask = Pick<Task, 'id' | 'version'>

/** What the user has changed after this version of the task. */
function missingIn({ version }: ShownTask, changes: SentChange[] = []): Partial<Task> | undefined {
  const patches = changes.map(({ state: { status, data, variables } }) => {
    if (status === 'pending') return variables?.patch
    return status === 'success' && data && data.version > version ? data : undefined
  })
  return patches.some(Boolean) ? Object.assign({}, ...patches) : undefined
}

type PatchOf = (task: ShownTask) => Partial<Task> | undefined

/** Patches the tasks in the answer to any of the queries. */
function mapTasks(data: unknown, patchOf: PatchOf): unknown {
  if (Array.isArray(data)) return data.map(entry => mapTasks(entry, patchOf))
  if (typeof data !== 'object' || data === null) return data
  if (isBoard(data)) return patchBoard(data, patchOf)
  if (isTask(data)) return patchTask(data, patchOf(data))
  const lists = ['items', 'tasks', 'pages'].flatMap(name =>
    name in data ? [[name, data[name as never]]] : [],
  )
  if (lists.length === 0) return data
  return { ...data, ...Object.fromEntries(lists.map(([name, list]) => [name, mapTasks(list, patchOf)])) }
}

function isBoard(data: object): data is FullBoard {
  return 'columns' in data && 'stickers' in data
}

function isTask(data: object): data is ShownTask {
  return 'id' in data && 'title' in data && 'version' in data
}

function patchBoard(board: FullBoard, patchOf: PatchOf) {
  const cards = board.columns.flatMap(({ tasks }) => tasks)
  return cards.reduce((now, card) => {
    const patch = patchOf(card)
    if (!patch) return now
    if (patch.boardId !== undefined && patch.boardId !== board.id) return withoutCard(now, card.id)
    const patched = patchTask(card, patch)
    return patched.columnId === card.columnId && patched.position === card.position
      ? patchCard(now, card.id, patched)
      : withCard(now, patched)
  }, board)
}

/** Lists show different parts of tasks: only these are patched. */
function patchTask<Shown extends object>(task: Shown, patch: Partial<Task> | undefined): Shown {
  if (!patch) return task
  const stickerIds = patch.stickers?.map(({ id }) => id)
  const known = Object.entries({ ...patch, ...(stickerIds && { stickerIds }) })
  return {
    ...task,
    ...Object.fromEntries(known.filter(([name, value]) => name in task && value !== undefined)),
  }
}
