import type { TaskEdit } from '#tasks/bulk/task-edit.ts'
import type { Change } from './changes.queries.ts'

/** What bringing one task back to how it was takes. */
export interface TakenBack {
  taskId: number
  /** Removes a task that was created, or brings one back that was deleted. */
  existence?: TaskEdit
  /** Restores fields. */
  edit?: TaskEdit
  commentIds: number[]
  intervalIds: number[]
  /** What somebody else has changed since. */
  left: string[]
  /** What cannot be taken back, such as the deletion of a comment. */
  lost: string[]
}

/** One part of a task, with the value from before a change. */
interface Part {
  name: string
  /** Undefined if the change cannot be undone. */
  before: unknown
}

/**
 * Goes through what happened to a task, newest first. Of every part, the agent's changes are taken back until one of someone
 * else is met: what lies before it has been replaced by them.
 */
export function takeBack(taskId: number, changes: Change[]): TakenBack {
  const restored = new Map<string, unknown>()
  const foreign = new Set<string>()
  const left = new Set<string>()
  for (const change of changes) {
    for (const { name, before } of partsOf(change)) {
      if (!change.isOwn) foreign.add(name)
      else if (!foreign.has(name)) restored.set(name, before)
      else if (!restored.has(name)) left.add(name)
    }
  }
  const version = Math.max(0, ...changes.map(({ taskVersion }) => taskVersion ?? 0))
  const isCreated = changes.some(({ type, isOwn }) => isOwn && type === 'task.created')
  const nobody = { commentIds: [], intervalIds: [], left: [], lost: [] }
  if (isCreated && changes.every(({ isOwn }) => isOwn))
    return {
      ...nobody,
      taskId,
      existence: { isDeleted: true, isUntouched: true, since: { version } },
    }
  if (isCreated) left.add('task')
  restored.delete('task')
  return { ...resultOf(taskId, restored, version), left: [...left] }
}

function resultOf(taskId: number, restored: Map<string, unknown>, version: number): TakenBack {
  const since = { version }
  const known = [...restored].filter(([, value]) => value !== undefined)
  const idsOf = (kind: string) =>
    known.flatMap(([name]) => (name.startsWith(`${kind}:`) ? [Number(name.split(':')[1])] : []))
  const existence = restored.get('existence') as TaskEdit | undefined
  const edit = editOf(known)
  return {
    taskId,
    ...(existence && { existence: { ...existence, since } }),
    ...(Object.keys(edit).length > 0 && { edit: { ...edit, since } }),
    commentIds: idsOf('comment'),
    intervalIds: idsOf('time'),
    left: [],
    lost: [...restored].flatMap(([name, value]) => (value === undefined ? [name.split(':')[0] ?? name] : [])),
  }
}

function editOf(restored: [string, unknown][]): TaskEdit {
  const values = new Map(restored)
  const stickers = (isAdded: boolean) =>
    restored.flatMap(([name, value]) =>
      name.startsWith('sticker:') && value === isAdded ? [Number(name.split(':')[1])] : [],
    )
  const customFields = restored.flatMap(([name, value]) =>
    name.startsWith('field:') ? [[name.split(':')[1], value]] : [],
  )
  const fields = restored.filter(([name]) => restorableFields.includes(name))
  const [added, removed] = [stickers(true), stickers(false)]
  return {
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
    ...(values.has('place') && { to: values.get('place') as NonNullable<TaskEdit['to']> }),
    ...(values.has('assignees') && {
      assignees: values.get('assignees') as NonNullable<TaskEdit['assignees']>,
    }),
    ...(values.has('archivedAt') && archivedAs(values.get('archivedAt') as string | null)),
    ...(values.has('parentId') && { parentId: values.get('parentId') as number | null }),
    ...(customFields.length > 0 && { customFields: Object.fromEntries(customFields) }),
    ...(added.length > 0 && { addStickerIds: added }),
    ...(removed.length > 0 && { removeStickerIds: removed }),
  }
}

function archivedAs(archivedAt: string | null) {
  return { isArchived: archivedAt !== null, archivedAt }
}

const restorableFields = [
  'title',
  'description',
  'priorityId',
  'startDate',
  'dueDate',
  'estimateSeconds',
  'cycleId',
  'coverId',
]

/** Which parts of the task an event has changed. */
function partsOf({ type, before, after, undo }: Change): Part[] {
  switch (type) {
    case 'task.created':
      return [{ name: 'task', before: null }]
    case 'task.updated':
      return updatedParts(before, undo)
    case 'task.moved': {
      const { columnId, position, completedAt } = before
      return [{ name: 'place', before: { columnId, position, completedAt } }]
    }
    case 'task.assigned': {
      const { assigneeId = null, assigneeIds = assigneeId === null ? [] : [assigneeId] } = before
      return [{ name: 'assignees', before: { assigneeId, assigneeIds } }]
    }
    case 'task.parent_changed':
      return [{ name: 'parentId', before: before.parentId ?? null }]
    case 'sticker.attached':
      return [{ name: `sticker:${after.stickerId}`, before: false }]
    case 'sticker.detached':
      return [{ name: `sticker:${before.stickerId}`, before: true }]
    case 'task.deleted': {
      const to = { columnId: Number(before.columnId), position: undo?.position ?? null }
      return [{ name: 'existence', before: { isDeleted: false, to } }]
    }
    case 'task.restored':
      return [{ name: 'existence', before: { isDeleted: true, isUntouched: true } }]
    case 'comment.created':
      return [{ name: `comment:${after.commentId}`, before: null }]
    case 'comment.updated':
      return [{ name: `comment:${after.commentId}`, before: undefined }]
    case 'comment.deleted':
      return [{ name: `comment:${before.commentId}`, before: undefined }]
    case 'time.stopped':
      return [{ name: `time:${after.intervalId}`, before: null }]
    case 'time.updated':
    case 'time.deleted':
      return [{ name: `time:${before.intervalId}`, before: undefined }]
    default:
      return [{ name: type, before: undefined }]
  }
}

/** Values that were cut for the event are whole in `undo`. */
function updatedParts(before: Change['before'], undo: Change['undo']): Part[] {
  const { fields = {}, ...own } = before as { fields?: Record<string, { value: unknown }> }
  const isRestorable = (name: string) => restorableFields.includes(name) || name === 'archivedAt'
  const named = Object.entries(own).filter(([name]) => isRestorable(name))
  return [
    ...named.map(([name, value]) => ({
      name,
      before: name === 'description' ? (undo?.description ?? value) : value,
    })),
    ...Object.entries(fields).map(([id, { value }]) => ({ name: `field:${id}`, before: value ?? null })),
  ]
}
