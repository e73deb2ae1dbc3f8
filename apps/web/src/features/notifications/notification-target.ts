interface Context {
  type?: unknown
  taskId?: unknown
  projectId?: unknown
}

/** Where a notification leads; what one was removed from is not open, and an invitation is accepted among the projects. */
export function notificationTarget({ type, taskId, projectId }: Context) {
  if (type === 'project.member_removed') return undefined
  if (type === 'invitation.created') return { to: '/projects', params: {} } as const
  if (typeof taskId === 'number') return { to: '/task/$taskId', params: { taskId } } as const
  if (typeof projectId === 'number') return { to: '/project/$projectId', params: { projectId } } as const
  return undefined
}
