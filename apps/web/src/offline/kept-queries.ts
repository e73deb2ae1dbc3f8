import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { QueryKey } from '@tanstack/react-query'

/** What every page shows around it. It arrives in one answer, and is restored at once. */
export const startKeys: QueryKey[] = [
  ['current-user'],
  ['user-settings'],
  ['projects', 'navigation'],
  ['priorities'],
  ['time', 'running'],
  ['notifications', 'unread-count'],
  ['notices'],
  ['start-place'],
]

/** The queries below a project that its boards and tasks show. */
const partsOfProjects = [undefined, 'members', 'boards', 'board', 'fields', 'stickers']

export function isOfStart(key: QueryKey) {
  return startKeys.some(known => known.length === key.length && known.every((part, at) => part === key[at]))
}

/** Boards, tasks, lists of tasks and what they show of their projects. */
export function isKept(key: QueryKey) {
  const [root, , part] = key
  if (root === 'board' || root === 'task' || root === 'tasks' || root === 'invitations') return true
  if (root === 'project') return partsOfProjects.includes(part as string)
  return isOfStart(key)
}

/**
 * The projects that an answer is about, so that it goes when the user loses access to one of them. Undefined if they are
 * unknown: such an answer is not kept.
 */
export function projectsOf(key: QueryKey, data: unknown, projectOfTask: (id: number) => number | undefined) {
  const [root, id] = key
  if (root === 'project') return [id as number]
  if (root === 'board') return [(data as FullBoard).projectId]
  if (root === 'tasks') return projectsIn(data)
  if (root !== 'task') return []
  const projectId = projectOfTask(id as number)
  return projectId === undefined ? undefined : [projectId]
}

/** Lists have their tasks in different places. */
function projectsIn(data: unknown) {
  const named = JSON.stringify(data).matchAll(/"projectId":(\d+)/g)
  return [...new Set(Array.from(named, ([, id]) => Number(id)))]
}

/** What is stored about an answer besides its text. */
export interface KeptAnswer {
  hash: string
  projectIds: number[]
  bytes: number
  usedAt: number
}

const DAY_MS = 86_400_000
export const keepLimits = {
  answers: 400,
  bytes: 25_000_000,
  /** A single answer may take a fifth of it. */
  bytesOfOne: 5_000_000,
  ms: 30 * DAY_MS,
}

/** The answers beyond the limits: those that were not used for the longest time go first. */
export function beyondLimits(kept: KeptAnswer[], now: number, limits = keepLimits) {
  let bytes = 0
  return kept
    .toSorted((one, other) => other.usedAt - one.usedAt)
    .filter((answer, at) => {
      bytes += answer.bytes
      return at >= limits.answers || bytes > limits.bytes || answer.usedAt < now - limits.ms
    })
    .map(({ hash }) => hash)
}
