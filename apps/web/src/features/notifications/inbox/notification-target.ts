import type { NotificationContext } from '@atrium/tasks/notifications/notification.contract'

type Target = Pick<NotificationContext, 'type' | 'taskId' | 'projectId'>

/** What a notification links to. A removed member has no access to the project; invitations are listed there. */
export function notificationTarget({ type, taskId, projectId }: Partial<Target>) {
  if (type === 'project.member_removed') return undefined
  if (type === 'invitation.created') return { to: '/projects', params: {} } as const
  if (typeof taskId === 'number') return { to: '/task/$taskId', params: { taskId } } as const
  if (typeof projectId === 'number') return { to: '/project/$projectId', params: { projectId } } as const
  return undefined
}
