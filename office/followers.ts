import type { LiveMessage } from '@atrium/tasks/live/live.contract'
import type { Office } from './office.ts'
import { may, type Person } from './people.ts'

export interface Follower {
  person: Person
  projectIds: number[]
  /** The IDs of the changes that arrived; after a lost connection some arrive again. */
  changes: Set<number>
  /** How often the assignment of each task arrived, keyed by task ID. */
  assignments: Map<number, number>
  startedAt: number
  /** When the server last said that changes are missing: readers load everything again then. */
  resyncedAt: number
  stop: () => Promise<void>
}

/** Everyone whose client can do so follows the projects that they can read. Resolves when all streams are open. */
export async function followProjects({ people, projects }: Office): Promise<Follower[]> {
  const followers = people.flatMap(person => {
    const projectIds = projects.map(({ id }) => id).filter(id => may(person, id, 'project.read'))
    return person.follow ? startFollowing(person, projectIds) : []
  })
  await Promise.all(followers.map(({ opened }) => opened))
  for (const { follower } of followers) follower.startedAt = Date.now()
  return followers.map(({ follower }) => follower)
}

function startFollowing(person: Person, projectIds: number[]) {
  const opened = Promise.withResolvers<void>()
  const end = new AbortController()
  const follower: Follower = {
    person,
    projectIds,
    changes: new Set(),
    assignments: new Map(),
    startedAt: 0,
    resyncedAt: 0,
    stop: async () => {
      end.abort()
      await reading
    },
  }
  const topics = projectIds.map(id => `project:${id}` as const)
  const messages = person.follow?.({ topics, signal: end.signal }, opened.resolve) ?? []
  const reading = (async () => {
    for await (const { event, data } of messages) note(follower, { event, data } as LiveMessage)
  })()
  reading.catch(opened.reject)
  return { follower, opened: opened.promise }
}

function note(follower: Follower, { event, data }: LiveMessage) {
  if (event === 'change') follower.changes.add(data.id)
  if (event === 'resync') follower.resyncedAt = Date.now()
  if (event !== 'notification') return
  const { type, taskId } = data.context
  const { assignments } = follower
  if (type === 'task.assigned' && taskId) assignments.set(taskId, (assignments.get(taskId) ?? 0) + 1)
}
