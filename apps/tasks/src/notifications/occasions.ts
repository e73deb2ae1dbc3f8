import type { ActivityEvent } from '#events.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import type { NotificationType } from './notification.contract.ts'

/** A reason to notify users. For a user with several, the first one counts. */
export interface Occasion {
  type: NotificationType
  /** Users named in the event. */
  ids?: number[]
  /** The user who has confirmed this address, if there is one. */
  email?: string
  /** Assignees, creator and watchers of the task; for comments, earlier commenters too. Without those who muted it. */
  involved?: 'assignee and creator' | 'and commenters'
}

/** Empty for most events, which then cost no query. Actors are never notified of their own actions. */
export function occasionsOf(event: ActivityEvent): Occasion[] {
  return allOccasions(event).flatMap(({ ids, ...occasion }) => {
    const others = ids?.filter(id => id !== event.actorId)
    if (others?.length === 0) return []
    return [{ ...occasion, ...(others && { ids: others }) }]
  })
}

function allOccasions(event: ActivityEvent): Occasion[] {
  switch (event.type) {
    case 'task.created':
      return [{ type: 'task.assigned', ids: assigneeIdsOf(event.after) }]
    case 'task.assigned':
      return unlessTrashed(event, [
        { type: 'task.assigned', ids: newlyAssigned(event) },
        { type: 'task.unassigned', ids: without(assigneeIdsOf(event.before), assigneeIdsOf(event.after)) },
      ])
    case 'task.moved': {
      const isCompleted = event.after.completedAt && !event.before.completedAt
      return isCompleted
        ? unlessTrashed(event, [{ type: 'task.completed', involved: 'assignee and creator' }])
        : []
    }
    case 'task.moved_out':
    case 'task.moved_in':
      return [{ type: event.type, ids: event.affectedIds ?? [] }]
    case 'task.unblocked':
      return [{ type: 'task.unblocked', ids: assigneeIdsOf(event.after) }]
    case 'task.updated':
      return 'dueDate' in event.after
        ? unlessTrashed(event, [{ type: 'task.due_changed', involved: 'assignee and creator' }])
        : []
    case 'comment.created':
      return [
        { type: 'comment.mention', ids: event.after.mentions },
        { type: 'comment.created', involved: 'and commenters' },
      ]
    case 'comment.updated':
      return [{ type: 'comment.mention', ids: event.after.mentions }]
    case 'member.added':
      return [{ type: 'project.member_added', ids: [event.after.userId] }]
    case 'member.removed':
      return [{ type: 'project.member_removed', ids: [event.before.userId] }]
    case 'member.role_changed':
      return [{ type: 'project.role_changed', ids: [event.after.userId] }]
    case 'webhook.disabled':
      return [{ type: 'project.webhook_disabled', ids: event.affectedIds ?? [] }]
    case 'automation.paused':
      return [{ type: 'project.automation_paused', ids: event.affectedIds ?? [] }]
    case 'automation.notified':
      return [{ type: event.type, ids: event.affectedIds ?? [] }]
    case 'invitation.created':
      return [{ type: 'invitation.created', email: event.after.email }]
    case 'invitation.accepted':
      return [{ type: 'invitation.accepted', ids: idsOf(event.after.invitedBy) }]
    default:
      return []
  }
}

/** No one is notified of changes to a task in the trash. */
function unlessTrashed({ after }: { after: { deletedAt?: string } }, occasions: Occasion[]) {
  return after.deletedAt ? [] : occasions
}

/** Who is added to the task, or becomes responsible for it. */
function newlyAssigned({ before, after }: ActivityEvent<'task.assigned'>) {
  const added = without(assigneeIdsOf(after), assigneeIdsOf(before))
  const isReassigned = after.assigneeId !== null && after.assigneeId !== before.assigneeId
  return isReassigned ? [...new Set([after.assigneeId as number, ...added])] : added
}

/** Events of earlier releases name only the responsible person. */
function assigneeIdsOf({ assigneeId, assigneeIds = idsOf(assigneeId) }: Assignees) {
  return assigneeIds
}

type Assignees = ActivityEvent<'task.assigned'>['after']

function without(ids: number[], others: number[]) {
  return ids.filter(id => !others.includes(id))
}

function idsOf(id: number | null) {
  return id === null ? [] : [id]
}

/** What a notification is about. */
export interface Subject {
  projectId: number
  boardId?: number | null
  taskId?: number | null
  actorId: number | null
  commentId?: number
  role?: MemberRole
  invitationId?: number
  /** What an automation is called, and what it says. */
  automation?: { name: string; text?: string; reason?: string }
  /** One of many changes of one request. */
  isBulk?: boolean
  /** One of several changes that make one notification. */
  isNotifiedOnce?: boolean
  /** How many tasks it is about, instead of one. */
  taskCount?: number
}

/** What a notification says about an event. */
export function subjectOf(event: ActivityEvent): Subject {
  const { projectId, boardId = null, taskId = null, actorId, isBulk = false, isNotifiedOnce = false } = event
  const common = { projectId, boardId, taskId, actorId, isBulk, isNotifiedOnce }
  switch (event.type) {
    case 'comment.created':
    case 'comment.updated':
      return { ...common, commentId: event.after.commentId }
    case 'member.added':
    case 'member.role_changed':
      return { ...common, role: event.after.role }
    case 'automation.paused':
    case 'automation.notified':
      return { ...common, automation: event.after }
    case 'invitation.created':
    case 'invitation.accepted':
      return { ...common, role: event.after.role, invitationId: event.after.invitationId }
    default:
      return common
  }
}
