import type { ApiError } from '@atrium/client/api-error'
import type { ChecklistItem, ChecklistItemChanges } from '@atrium/tasks/tasks/checklist/checklist.contract'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import type { Reaction } from '@atrium/tasks/tasks/comments/reaction.contract'
import type { Relation, RelationType } from '@atrium/tasks/tasks/relations/relation.contract'
import type { NewTask, Task, TaskChanges, TaskMove } from '@atrium/tasks/tasks/task.contract'
import type { TaskVotes } from '@atrium/tasks/tasks/votes/vote.contract'

/** The fields that are changed one by one. */
export type TaskFields = Omit<TaskChanges, 'version' | 'force' | 'columnId' | 'isArchived'>

/** A place on a board that is looked up when the move is sent. */
export type SoughtPlace =
  | { place: 'start'; boardId: number }
  | { place: 'otherSide'; boardId: number; projectId: number; completedAt: string | null }
  | { place: 'previous'; columnId: number; position: number | null }

/** A new task with the stickers it gets, by id and by the names of new ones. */
export type TaskToCreate = NewTask & {
  stickerIds?: number[] | undefined
  newStickers?: string[] | undefined
}

export interface NewTaskRequest {
  kind: 'create'
  task: TaskToCreate
  /** The column at whose top the task is to stand. */
  toTop?: { boardId: number; columnId: number }
}

/** What is sent to the server, as data: it can be stored, and sent by another tab or after a restart. */
export type ChangeRequest =
  | { kind: 'fields'; taskId: number; changes: TaskFields; version?: number }
  | { kind: 'move'; taskId: number; target: TaskMove | SoughtPlace; version?: number }
  | { kind: 'sticker'; taskId: number; stickerId: number; isOn: boolean }
  | NewTaskRequest
  | { kind: 'comment'; taskId: number; text: string; replyToId?: number }
  | { kind: 'commentEdit'; taskId: number; commentId: number; text: string }
  | { kind: 'item'; taskId: number; title: string }
  | { kind: 'itemEdit'; taskId: number; itemId: number; changes: ChecklistItemChanges }
  | { kind: 'itemDelete'; taskId: number; itemId: number }
  | { kind: 'reaction'; taskId: number; commentId: number; emoji: string; isOn: boolean }
  | { kind: 'vote'; taskId: number; isOn: boolean }
  | { kind: 'relation'; taskId: number; type: RelationType; otherId: number }
  | { kind: 'relationDelete'; taskId: number; relationId: number }

/** How the change is shown until it is answered: the mutation that stands for it, in every tab and after a reload. */
export interface ShownAs {
  mutationKey: readonly unknown[]
  scope?: string
  variables: unknown
  /** Whether a refused change stays where it is shown, until the user discards it or tries again. */
  staysRefused?: boolean
}

/** Why the server has refused a change, or why it was not sent again. */
export interface Refusal {
  status: number
  message: string
  details: ApiError['details']
}

export interface QueuedChange {
  /** Also the idempotency key of its request: however often it is sent, it counts once. */
  id: string
  userId: number
  /** The tab in which it was made. */
  tab: string
  at: number
  request: ChangeRequest
  shownAs: ShownAs
  /** The fields that get a new version; a custom field is called `field:12`. */
  fields: string[]
  /** When it may have reached the server for the first time. */
  sentAt?: number
  refusal?: Refusal
  /** An answered change stays for a moment, for the other tabs. */
  answered?: { answer: Answer; at: number }
}

/** What the server has made of a change. A sticker and a deletion have no answer. */
export interface Answer {
  task?: Task
  comment?: Comment
  item?: ChecklistItem
  reactions?: Reaction[]
  relation?: Relation
  votes?: TaskVotes
}

/** Changes that have a lane in common are sent one after the other. */
function lanesOf({ request }: QueuedChange): string[] {
  if (request.kind === 'create') {
    const { columnId, boardId, projectId, parentId } = request.task
    const place = columnId ?? request.toTop?.columnId
    const into = place ? `column:${place}` : `board:${boardId ?? `of project ${projectId ?? 'personal'}`}`
    return parentId ? [into, taskLane(parentId)] : [into]
  }
  const { taskId } = request
  if (request.kind === 'relation') return [taskLane(taskId), taskLane(request.otherId)]
  if (request.kind !== 'move' || !('columnId' in request.target)) return [taskLane(taskId)]
  const { afterTaskId, beforeTaskId } = request.target as TaskMove
  return [taskId, afterTaskId, beforeTaskId].flatMap(id => (id ? [taskLane(id)] : []))
}

function taskLane(id: number) {
  return `task:${id}`
}

/** The changes that no earlier one holds up, in their order. A refused change holds up nothing. */
export function readyChanges(changes: QueuedChange[]) {
  const taken = new Set<string>()
  return changes.filter(change => {
    if (change.refusal || change.answered) return false
    const lanes = lanesOf(change)
    const isReady = !lanes.some(lane => taken.has(lane))
    for (const lane of lanes) taken.add(lane)
    return isReady
  })
}

/** A later change of the same fields is based on what this one has led to, and conflicts with nothing in between. */
export function basedOn(change: QueuedChange, answered: QueuedChange, { task }: Answer): QueuedChange {
  const { request } = change
  if (request.kind !== 'fields' && request.kind !== 'move') return change
  if (!task || task.id !== request.taskId || change.answered || change.refusal) return change
  if (request.version === undefined || request.version >= task.version) return change
  if (!change.fields.some(field => answered.fields.includes(field))) return change
  return { ...change, request: { ...request, version: task.version } }
}

const HOUR_MS = 3_600_000
/** The server remembers keys for a day. */
const KEY_MS = 23 * HOUR_MS

/** Whether sending the change again could do it twice. Other kinds only set values. */
export function isUncertain({ request, sentAt }: QueuedChange, now: number) {
  const adds = ['create', 'comment', 'item'].includes(request.kind)
  return adds && sentAt !== undefined && now - sentAt > KEY_MS
}

/** The most changes that one browser stores. A change beyond them is sent, but not stored. */
export const queueLimits = { changes: 1000, bytes: 10_000_000 }

/** What the user has written, if the change has words of their own. */
export function textOf({ request }: QueuedChange): string | undefined {
  if (request.kind === 'create') return request.task.title
  if (request.kind === 'comment' || request.kind === 'commentEdit') return request.text
  if (request.kind === 'item') return request.title
  if (request.kind === 'itemEdit') return request.changes.title
  if (request.kind === 'reaction') return request.emoji
  if (request.kind !== 'fields') return undefined
  return request.changes.title ?? request.changes.description ?? undefined
}
