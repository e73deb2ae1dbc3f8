import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'

const instant = '2026-01-01T00:00:00.000Z'

const counts = {
  commentCount: 0,
  voteCount: 0,
  attachmentCount: 0,
  checklistTotal: 0,
  checklistDone: 0,
  trackedSeconds: 0,
  linkCount: 0,
  pullRequestState: null,
  parentId: null,
  cycleId: null,
  coverId: null,
  subtaskTotal: 0,
  subtaskDone: 0,
  isBlocked: false,
}

export function card(id: number, fields: Partial<Card> = {}): Card {
  return {
    id,
    number: id,
    columnId: 1,
    title: `Task ${id}`,
    priorityId: 2,
    assigneeId: null,
    assigneeIds: fields.assigneeId ? [fields.assigneeId] : [],
    startDate: null,
    dueDate: null,
    estimateSeconds: null,
    position: id * 100,
    version: 1,
    stickerIds: [],
    fields: {},
    ...counts,
    recurrenceId: null,
    completedAt: null,
    updatedAt: instant,
    ...fields,
  }
}

export function task(id: number, fields: Partial<Task> = {}): Task {
  return {
    id,
    projectId: 1,
    boardId: 7,
    columnId: 1,
    number: id,
    title: `Task ${id}`,
    description: null,
    priorityId: 2,
    assigneeId: null,
    assigneeIds: fields.assigneeId ? [fields.assigneeId] : [],
    creatorId: 1,
    startDate: null,
    dueDate: null,
    estimateSeconds: null,
    position: id * 100,
    version: 1,
    fields: {},
    stickers: [],
    ...counts,
    recurrenceId: null,
    completedAt: null,
    archivedAt: null,
    createdAt: instant,
    updatedAt: instant,
    deletedAt: null,
    ...fields,
  }
}

export function customField(id: number, type: CustomField['type']): CustomField {
  return {
    id,
    projectId: 1,
    name: `Field ${id}`,
    type,
    isRequired: false,
    defaultValue: null,
    showsOnCard: false,
    options: [],
  }
}

type Column = FullBoard['columns'][number]

export function column(id: number, tasks: Card[], fields: Partial<Column> = {}) {
  const placed = tasks.map(each => ({ ...each, columnId: id }))
  const own = { id, title: `Column ${id}`, isDone: false, wipLimit: null, taskCount: tasks.length }
  return { ...own, tasks: placed, ...fields } as Column
}

export function board(columns: Column[], fields: Partial<FullBoard> = {}) {
  return { id: 7, projectId: 1, name: 'Board', columns, stickers: [], ...fields } as unknown as FullBoard
}

/** The ids of the tasks, column by column. */
export function layout({ columns }: FullBoard) {
  return columns.map(({ tasks }) => tasks.map(({ id }) => id))
}

export function cycle(id: number, fields: Partial<Cycle> = {}): Cycle {
  return {
    id,
    projectId: 1,
    name: `Cycle ${id}`,
    startDate: null,
    endDate: null,
    goal: null,
    finishedAt: null,
    taskTotal: 0,
    taskDone: 0,
    estimateSeconds: 0,
    doneSeconds: 0,
    carriedOverCount: 0,
    carriedOverSeconds: 0,
    createdAt: instant,
    updatedAt: instant,
    ...fields,
  }
}
