import type { QueryClient } from '@tanstack/react-query'
import { userSettingsQuery } from '../account/user-settings.ts'
import { personalProjectOf } from '../boards/boards.ts'
import { todayIn } from '../days.ts'
import { ownInvitationsQuery } from '../people/invitations.ts'
import { planQuery } from '../planning/plan.ts'
import { navigationQuery } from '../projects/projects.ts'
import { currentUserQuery } from '../session/current-user.ts'
import { type TaskFilters, tasksQuery } from './tasks.ts'

export const MAX_DONE = 5

const lists = {
  open: { completed: false, orderBy: 'dueDate', limit: 300 },
  done: { completed: true, orderBy: '-updatedAt', limit: MAX_DONE },
} satisfies Record<string, TaskFilters>

type MyTaskList = keyof typeof lists

export function assignedTasksQuery(list: MyTaskList) {
  return tasksQuery({ assigneeId: 'me', ...lists[list] })
}

/** Nobody's tasks in the user's personal project are theirs too. */
export function personalTasksQuery(list: MyTaskList, projectId: number | undefined) {
  return tasksQuery({ projectId: String(projectId), assigneeId: 'none', ...lists[list] })
}

/** Everything the home page shows, as soon as the user is known. Visitors see a welcome page there. */
export async function prefetchHome(queryClient: QueryClient) {
  if (!(await queryClient.ensureQueryData(currentUserQuery))) return
  const { projects } = await queryClient.ensureQueryData(navigationQuery)
  const project = personalProjectOf(projects)
  for (const list of ['open', 'done'] as const) {
    void queryClient.prefetchQuery(assignedTasksQuery(list))
    if (project) void queryClient.prefetchQuery(personalTasksQuery(list, project.id))
  }
  void queryClient.prefetchQuery(ownInvitationsQuery)
  const { timeZone } = await queryClient.ensureQueryData(userSettingsQuery)
  const today = todayIn(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  void queryClient.prefetchQuery(planQuery(today))
}
