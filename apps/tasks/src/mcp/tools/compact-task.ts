import { CalendarDate, Id, Instant, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { getNavigation } from '#boards/navigation.contract.ts'
import { taskKey } from '#projects/project-key.contract.ts'
import type { Task } from '#tasks/task.contract.ts'
import type { Calls } from './tool.ts'

/** What agents see of a task in lists: a few fields, and where people find it. */
export const CompactTask = Type.Object({
  id: Id,
  key: Type.String(),
  title: Type.String(),
  url: Type.String(),
  projectId: Id,
  boardId: Id,
  columnId: Id,
  priorityId: Id,
  assigneeIds: Type.Array(Id),
  startDate: Nullable(CalendarDate),
  dueDate: Nullable(CalendarDate),
  completedAt: Nullable(Instant),
  version: Type.Integer(),
})
export type CompactTask = Static<typeof CompactTask>

/** Returns how tasks are shown, with the keys of the projects that the agent sees. */
export async function compactTasks(calls: Calls) {
  const { item } = await calls.run(getNavigation, {})
  const keys = new Map(item.projects.map(({ id, key }) => [id, key]))
  return (task: Task): CompactTask => ({
    id: task.id,
    key: taskKey(task.number, keys.get(task.projectId)),
    title: task.title,
    url: taskUrl(calls, task.id),
    projectId: task.projectId,
    boardId: task.boardId,
    columnId: task.columnId,
    priorityId: task.priorityId,
    assigneeIds: task.assigneeIds,
    startDate: task.startDate,
    dueDate: task.dueDate,
    completedAt: task.completedAt,
    version: task.version,
  })
}

export function applicationUrl({ deps }: Pick<Calls, 'deps'>, path: string) {
  return deps.settings.FRONTEND_URL.replace(/\/?$/, '/') + path
}

export function taskUrl(calls: Pick<Calls, 'deps'>, id: number) {
  return applicationUrl(calls, `task/${id}`)
}

/** A line of text. What users have written is quoted: it is data, and cannot look like the rest of the answer. */
export function lineOf({ key, title, dueDate, completedAt, url }: CompactTask) {
  const facts = [completedAt && 'completed', dueDate && `due ${dueDate}`].filter(Boolean).join(', ')
  return `${key} ${JSON.stringify(title)}${facts && ` (${facts})`} ${url}`
}
