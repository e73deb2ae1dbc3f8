import { listBoards } from '@atrium/tasks/boards/board.contract'
import { type FullBoard, getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Navigation } from '@atrium/tasks/boards/navigation.contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { useHasPermission } from './current-user.ts'
import { allProjectsQuery, mayAs, membersQuery, projectQuery } from './projects.ts'

const everything = 1000
/** Cards that are loaded with the board; the list renders only the visible ones. */
const cardsPerColumn = 2000

export function boardsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'boards'],
    queryFn: ({ signal }) =>
      api(listBoards, { params: { id: projectId }, query: { limit: everything }, signal }),
    select: ({ items }) => items,
  })
}

/** Everything a board shows in one answer; live changes patch it, so it is not refetched automatically. */
export function fullBoardQuery(id: number) {
  return queryOptions({
    queryKey: ['board', id],
    queryFn: async ({ client, signal }) => {
      const query = { perColumn: cardsPerColumn, withProject: true }
      const { item, project, members } = await api(getFullBoard, { params: { id }, query, signal })
      if (project) client.setQueryData(projectQuery(project.id).queryKey, project)
      if (members) client.setQueryData(membersQuery(item.projectId).queryKey, members)
      return item
    },
    staleTime: 5 * 60_000,
  })
}

/** What the user can do on a board; boards of archived projects are read-only. */
export function useBoardRights(board: Pick<FullBoard, 'projectId' | 'myRole'> | undefined) {
  const managesAllProjects = useHasPermission('projects.manage.any')
  const { data: project } = useQuery({
    ...projectQuery(board?.projectId ?? 0),
    enabled: board !== undefined,
  })
  const isArchived = Boolean(project?.archivedAt)
  return {
    isArchived,
    mayWrite: !isArchived && (managesAllProjects || mayAs(board?.myRole, 'member')),
    mayManage: !isArchived && (managesAllProjects || mayAs(board?.myRole, 'manager')),
  }
}

export function usePersonalProject() {
  const { data: projects = [], isPending } = useQuery(allProjectsQuery)
  return { project: personalProjectOf(projects), isPending }
}

/** The user's oldest personal project: tasks that are created without a board go there. */
export function personalProjectOf(projects: Navigation['projects']) {
  return projects
    .filter(({ type, myRole }) => type === 'personal' && myRole === 'owner')
    .toSorted((one, other) => one.id - other.id)[0]
}

export function usePersonalBoard() {
  const { project, isPending } = usePersonalProject()
  return { project, board: project?.boards[0], isPending }
}
