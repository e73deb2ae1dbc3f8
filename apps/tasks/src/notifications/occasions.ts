import type { ActivityEvent } from '#events.ts'
import type { MemberRole } from '#projects/rights.contract.ts'
import type { NotificationType } from './notification.contract.ts'

/** A reason to notify someone. Of several the first counts, for anyone they all concern. */
export interface Occasion {
  type: NotificationType
  /** Users who are named in the event. */
  ids?: number[]
  /** The user who has confirmed this address, if there is one. */
  email?: string
  /** Assignee and creator of the task; of a comment also those who have commented before. */
  involved?: 'assignee and creator' | 'and commenters'
}

/** Most events concern nobody, which costs no query; the actor is never notified of their own actions. */
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
      return [{ type: 'task.assigned', ids: idsOf(event.after.assigneeId) }]
    case 'task.assigned':
      return unlessTrashed(event, [
        { type: 'task.assigned', ids: idsOf(event.after.assigneeId) },
        { type: 'task.unassigned', ids: idsOf(event.before.assigneeId) },
      ])
    case 'task.moved': {
      const isCompleted = event.after.completedAt && !event.before.completedAt
      return isCompleted
        ? unlessTrashed(event, [{ type: 'task.completed', involved: 'assignee and creator' }])
        : []
    }
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
    case 'invitation.created':
      return [{ type: 'invitation.created', email: event.after.email }]
    case 'invitation.accepted':
      return [{ type: 'invitation.accepted', ids: idsOf(event.after.invitedBy) }]
    default:
      return []
  }
}

/** Changes of a task in the trash concern nobody. */
function unlessTrashed({ after }: { after: { deletedAt?: string } }, occasions: Occasion[]) {
  return after.deletedAt ? [] : occasions
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
}

/** What notifications mention of an event; each type names its own fields. */
export function subjectOf(event: ActivityEvent): Subject {
  const { projectId, boardId = null, taskId = null, actorId } = event
  const place = { projectId, boardId, taskId, actorId }
  switch (event.type) {
    case 'comment.created':
    case 'comment.updated':
      return { ...place, commentId: event.after.commentId }
    case 'member.added':
    case 'member.role_changed':
      return { ...place, role: event.after.role }
    case 'invitation.created':
    case 'invitation.accepted':
      return { ...place, role: event.after.role, invitationId: event.after.invitationId }
    default:
      return place
  }
}
