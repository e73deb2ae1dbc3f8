interface Context {
  type?: unknown
  taskId?: unknown
  projectId?: unknown
}

/** Where a notification leads; what one was removed from, or is only invited to, is not open. */
export function notificationTarget({ type, taskId, projectId }: Context) {
  if (type === 'project.member_removed' || type === 'invitation.created') return undefined
  if (typeof taskId === 'number') return { to: '/task/$taskId', params: { taskId } } as const
  if (typeof projectId === 'number') return { to: '/project/$projectId', params: { projectId } } as const
  return undefined
}
