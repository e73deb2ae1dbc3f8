import { listProjectActivity } from '@atrium/tasks/projects/activity.contract'
import type { NewProject, Project, ProjectChanges } from '@atrium/tasks/projects/project.contract'
import * as contracts from '@atrium/tasks/projects/project.contract'
import { deleteTaskPermanently, listTasks, restoreTask } from '@atrium/tasks/tasks/task.contract'
import type { UsedForProject } from '@atrium/tasks/templates/use.contract'
import { infiniteQueryOptions, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, replyQuery } from '../../api.ts'
import { mayAs, projectQuery } from '../../data/projects/projects.ts'
import { useHasPermission } from '../../data/session/current-user.ts'
import { tasksQuery } from '../../data/tasks/tasks.ts'
import type { ChosenTemplate } from '../../templates/template.queries.ts'

type ProjectToCreate = Pick<NewProject, 'name' | 'description' | 'key' | 'color' | 'icon'> & {
  template: ChosenTemplate | undefined
}
/** With what a template refers to and no longer exists. */
type CreatedProject = { item: Project } & Partial<Pick<UsedForProject, 'leftOut'>>

export function useCreateProject() {
  const queryClient = useQueryClient()
  return useMutation({
    // The server creates one personal project for each user.
    mutationFn: async ({ template, ...project }: ProjectToCreate): Promise<CreatedProject> => {
      if (!template)
        return api(contracts.createProject, { body: { ...project, type: 'agency', withBoard: true } })
      const { createProjectFrom } = await import('../../templates/template.queries.ts')
      return createProjectFrom(template, project)
    },
    onSuccess: ({ item }) => keep(queryClient, item),
  })
}

export function useChangeProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (changes: ProjectChanges) => api(contracts.updateProject, { params: { id }, body: changes }),
    onSuccess: ({ item }) => keep(queryClient, item),
  })
}

/** `onArchived` is not passed at the call: the stream may report it first, and then the settings are gone. */
export function useArchiveProject(id: number, onArchived: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(contracts.archiveProject, { params: { id } }),
    onSuccess: () => {
      onArchived()
      return refresh(queryClient, id)
    },
  })
}

export function useRestoreProject(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(contracts.restoreProject, { params: { id } }),
    onSuccess: () => refresh(queryClient, id),
  })
}

function keep(queryClient: QueryClient, project: Project) {
  queryClient.setQueryData(projectQuery(project.id).queryKey, project)
  return queryClient.invalidateQueries({ queryKey: ['projects'] })
}

function refresh(queryClient: QueryClient, id: number) {
  void queryClient.invalidateQueries({ queryKey: ['projects'] })
  return queryClient.invalidateQueries({ queryKey: projectQuery(id).queryKey })
}

/** What the user can do in a project; an archived one is read-only until it is restored. */
export function useProjectRights({ myRole, archivedAt }: Project) {
  const looksAfterAll = useHasPermission('projects.manage.any')
  const role = looksAfterAll && myRole !== 'owner' ? 'manager' : myRole
  const isOpen = archivedAt === null
  return {
    role,
    mayManage: isOpen && mayAs(role, 'manager'),
    mayOwn: isOpen && mayAs(role, 'owner'),
    /** Members see what they deleted themselves. */
    mayReadTrash: mayAs(role, 'member'),
    mayWrite: isOpen && mayAs(role, 'member'),
    mayRestore: !isOpen && mayAs(role, 'owner'),
  }
}

const eventsPerPage = 50

/** Newest first, page by page. */
export function activityQuery(projectId: number) {
  return infiniteQueryOptions({
    queryKey: ['project', projectId, 'activity'],
    queryFn: ({ pageParam, signal }) =>
      api(listProjectActivity, {
        params: { id: projectId },
        query: { page: pageParam, limit: eventsPerPage },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ _meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
  })
}

/** The titles of the tasks that a page of activity mentions, without deleted ones. */
export function taskTitlesQuery(projectId: number, ids: number[]) {
  return {
    ...replyQuery(['tasks', { projectId, titlesOf: ids }], listTasks, {
      query: { projectId: String(projectId), ids: ids.join(','), limit: 200 },
    }),
    enabled: ids.length > 0,
  }
}

const tasksPerPage = 50

/** Deleting a task updates it, so the last deleted come first. */
export function trashQuery(projectId: number, page: number) {
  return tasksQuery({
    projectId: String(projectId),
    deleted: 'true',
    orderBy: '-updatedAt',
    limit: tasksPerPage,
    page,
  })
}

export function useRestoreTask() {
  return useTrashMutation((id: number) => api(restoreTask, { params: { id } }))
}

export function useRemoveTask() {
  return useTrashMutation((id: number) => api(deleteTaskPermanently, { params: { id } }))
}

function useTrashMutation<Output>(mutationFn: (id: number) => Promise<Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: (_item, _error, id) => {
      void queryClient.invalidateQueries({ queryKey: ['task', id] })
      void queryClient.invalidateQueries({ queryKey: ['board'] })
      return queryClient.invalidateQueries({ queryKey: ['tasks'] })
    },
  })
}
