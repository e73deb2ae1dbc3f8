import type { Task } from '@atrium/tasks/tasks/task.contract'

/** A task that someone was told exists. */
export interface KnownTask {
  id: number
  columnId: number
  isSubtask: boolean
  /** Every version that an answer to a change named, with the time at which it arrived. */
  acknowledged: { version: number; at: number }[]
}

/** Tables whose rows carry a text that occurs only once. */
export type Written = 'tasks' | 'comments' | 'checklist_items' | 'time_intervals'

interface DueNotification {
  userId: number
  taskId: number
}

export type Ledger = ReturnType<typeof createLedger>

/** What everyone was told has happened, to be compared with what others see and with what is stored in the end. */
export function createLedger() {
  const tasks = new Map<number, KnownTask>()
  const byProject = new Map<number, KnownTask[]>()
  const written: Record<Written, Set<string>> = {
    tasks: new Set(),
    comments: new Set(),
    checklist_items: new Set(),
    time_intervals: new Set(),
  }
  const due: DueNotification[] = []
  /** How many requests put each person on a task, keyed by both: someone can be taken off a task and put on it again. */
  const assignments = new Map<string, number>()
  /** Reads that contradict an acknowledged change. */
  const staleReads: string[] = []
  let changes = 0

  return {
    tasks,
    written,
    due,
    staleReads,
    /** How many changes were acknowledged. */
    changes: () => changes,
    tasksIn: (projectId: number) => byProject.get(projectId) ?? [],
    wrote(table: Written, text: string) {
      written[table].add(text)
      changes += 1
    },
    /** A new task that others may work on. */
    share(task: Task) {
      const { id, projectId, columnId, parentId } = task
      const known = { id, columnId, isSubtask: parentId !== null, acknowledged: [acknowledgement(task)] }
      tasks.set(id, known)
      const neighbours = byProject.get(projectId) ?? []
      neighbours.push(known)
      byProject.set(projectId, neighbours)
    },
    changed(task: Task) {
      const known = tasks.get(task.id)
      known?.acknowledged.push(acknowledgement(task))
      if (known) known.columnId = task.columnId
      changes += 1
    },
    assigned(taskId: number, userIds: number[]) {
      for (const userId of userIds)
        assignments.set(`${taskId} ${userId}`, this.assignmentsOf(taskId, userId) + 1)
    },
    assignmentsOf: (taskId: number, userId: number) => assignments.get(`${taskId} ${userId}`) ?? 0,
    /** Compares a whole board with the tasks that had been acknowledged when the question was sent. */
    sawBoard(projectId: number, cards: Pick<Task, 'id' | 'version'>[], askedAt: number) {
      this.saw(cards, askedAt)
      const ids = new Set(cards.map(({ id }) => id))
      for (const { id, acknowledged } of this.tasksIn(projectId)) {
        const isExpected = acknowledged.some(({ at }) => at < askedAt)
        if (isExpected && !ids.has(id)) staleReads.push(`task ${id} is missing on its board`)
      }
    },
    /** Compares tasks in an answer with what had been acknowledged when the question was sent. */
    saw(seen: Iterable<Pick<Task, 'id' | 'version'>>, askedAt: number) {
      for (const { id, version } of seen) {
        const before = tasks.get(id)?.acknowledged.filter(({ at }) => at < askedAt) ?? []
        const expected = Math.max(0, ...before.map(one => one.version))
        if (version < expected) staleReads.push(`task ${id}: version ${version} instead of ${expected}`)
      }
    },
  }
}

function acknowledgement({ version }: Task) {
  return { version, at: performance.now() }
}
