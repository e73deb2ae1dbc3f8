import type { ActivityEvent } from '#events.ts'
import type { NotificationType } from './notification.contract.ts'

/** A reason to tell somebody something. Of several the first counts, for whoever they all concern. */
export interface Occasion {
  type: NotificationType
  /** Users who are named in the event. */
  ids?: number[]
  /** The user who has confirmed this address, if there is one. */
  email?: string
  /** Assignee and creator of the task; of a comment also those who have commented before. */
  involved?: 'assignee and creator' | 'and commenters'
}

/** Most events concern nobody, which costs no look-up; the actor is never told, and nobody of a task in the trash. */
export function occasionsOf({ name, actorId, before = {}, after = {} }: ActivityEvent): Occasion[] {
  if (after.deletedAt) return []
  const found = occasions[name]?.(before, after) ?? []
  return found.flatMap(({ ids, ...occasion }) => {
    const others = ids?.filter(id => typeof id === 'number' && id !== actorId)
    if (others?.length === 0) return []
    return [{ ...occasion, ...(others && { ids: others }) } as Occasion]
  })
}

// biome-ignore lint/suspicious/noExplicitAny: each event says in its own words what was before and after
type Occasions = (before: any, after: any) => Occasion[]

const occasions: Partial<Record<ActivityEvent['name'], Occasions>> = {
  'task.created': (_, { assigneeId }) => [{ type: 'task.assigned', ids: [assigneeId] }],
  'task.assigned': (before, after) => [
    { type: 'task.assigned', ids: [after.assigneeId] },
    { type: 'task.unassigned', ids: [before.assigneeId] },
  ],
  'task.moved': (before, after) =>
    after.completedAt && !before.completedAt
      ? [{ type: 'task.completed', involved: 'assignee and creator' }]
      : [],
  'task.updated': (_, after) =>
    'dueDate' in after ? [{ type: 'task.due_changed', involved: 'assignee and creator' }] : [],
  'comment.created': (_, { mentions }) => [
    { type: 'comment.mention', ids: mentions },
    { type: 'comment.created', involved: 'and commenters' },
  ],
  'comment.updated': (_, { mentions }) => [{ type: 'comment.mention', ids: mentions }],
  'member.added': (_, { userId }) => [{ type: 'project.member_added', ids: [userId] }],
  'member.removed': ({ userId }) => [{ type: 'project.member_removed', ids: [userId] }],
  'member.role_changed': (_, { userId }) => [{ type: 'project.role_changed', ids: [userId] }],
  'invitation.created': (_, { email }) => [{ type: 'invitation.created', email }],
  'invitation.accepted': (_, { invitedBy }) => [{ type: 'invitation.accepted', ids: [invitedBy] }],
}
