import type { Task } from './task.contract.ts'

/**
 * What a field of a task is: `own` is new in every task, `content` and `date` are copied with it and recorded as
 * `task.updated`, `place` is recorded as `task.moved`; `cycle`, `cover` and `archive` are recorded as `task.updated`;
 * `assignee`, `assignees`, `parent` and `custom` have rules of their own. A new task brings all of these. Other commands
 * and triggers keep those that are `kept`, and `computed` ones are read from other tables.
 */
type Kind =
  | 'own'
  | 'content'
  | 'date'
  | 'cycle'
  | 'cover'
  | 'archive'
  | 'assignee'
  | 'assignees'
  | 'parent'
  | 'custom'
  | 'place'
  | 'kept'
  | 'computed'

/** What every statement, copy and event about whole tasks is made from, together with the schema `Task`. */
const kinds = {
  id: 'own',
  projectId: 'own',
  boardId: 'place',
  columnId: 'place',
  number: 'own',
  title: 'content',
  description: 'content',
  priorityId: 'content',
  assigneeId: 'assignee',
  assigneeIds: 'assignees',
  cycleId: 'cycle',
  creatorId: 'own',
  startDate: 'date',
  dueDate: 'date',
  estimateSeconds: 'content',
  position: 'place',
  coverId: 'cover',
  version: 'kept',
  fields: 'custom',
  stickers: 'computed',
  commentCount: 'kept',
  voteCount: 'kept',
  attachmentCount: 'kept',
  checklistTotal: 'kept',
  checklistDone: 'kept',
  trackedSeconds: 'kept',
  linkCount: 'kept',
  pullRequestState: 'kept',
  recurrenceId: 'kept',
  parentId: 'parent',
  subtaskTotal: 'computed',
  subtaskDone: 'computed',
  isBlocked: 'computed',
  completedAt: 'place',
  archivedAt: 'archive',
  createdAt: 'own',
  updatedAt: 'own',
  deletedAt: 'kept',
} as const satisfies Record<keyof Task, Kind>

export type FieldsOf<Kinds extends Kind> = {
  [Name in keyof Task]: (typeof kinds)[Name] extends Kinds ? Name : never
}[keyof Task]

/** In the order of the schema. */
export function fieldsOf<Kinds extends Kind>(...wanted: Kinds[]) {
  const names = Object.keys(kinds) as (keyof Task)[]
  return names.filter(name => wanted.some(kind => kind === kinds[name])) as FieldsOf<Kinds>[]
}

export function pick<Fields extends object, Name extends keyof Fields>(
  record: Fields,
  names: readonly Name[],
) {
  return Object.fromEntries(names.map(name => [name, record[name]])) as Pick<Fields, Name>
}
