import { type BoardWithColumns, getBoard, listBoards } from '@atrium/tasks/boards/board.contract'
import { type FullBoard, getFullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Navigation } from '@atrium/tasks/boards/navigation.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { api, itemQuery, listQuery } from '../../api.ts'
import { allProjectsQuery, mayAs, membersQuery, projectQuery } from '../projects/projects.ts'
import { useHasPermission } from '../session/current-user.ts'

const everything = 1000
/** Cards that are loaded with the board; the list renders only the visible ones. */
const cardsPerColumn = 2000

export function boardsQuery(projectId: number) {
  return listQuery(['project', projectId, 'boards'], listBoards, {
    params: { id: projectId },
    query: { limit: everything },
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

/** Below the project's key, so that a change of its columns refreshes it. */
export function boardQuery({ projectId, boardId }: Pick<Task, 'projectId' | 'boardId'>) {
  return {
    ...itemQuery(['project', projectId, 'board', boardId], getBoard, { params: { id: boardId } }),
    staleTime: 5 * 60_000,
  }
}

/** A board on which no column completes tasks. */
export class NoDoneColumn extends Error {
  readonly board: BoardWithColumns

  constructor(board: BoardWithColumns) {
    super('No column of the board completes tasks')
    this.board = board
  }
}

/** Where an open task is completed and a completed one is reopened; both ignore the WIP limit. */
export function otherSideOf({
  boardId,
  projectId,
  completedAt,
}: Pick<Task, 'boardId' | 'projectId' | 'completedAt'>) {
  return { place: 'otherSide', boardId, projectId, completedAt } as const
}

export async function findOtherSide(
  queryClient: QueryClient,
  task: Pick<Task, 'boardId' | 'projectId' | 'completedAt'>,
) {
  const board = await queryClient.fetchQuery(boardQuery(task))
  const column = board.columns.find(({ isDone }) => isDone === (task.completedAt === null))
  if (!column) throw new NoDoneColumn(board)
  return { columnId: column.id, force: true }
}

/** The first column of a board, which takes the task whatever its WIP limit is. */
export async function startOf(boardId: number) {
  const { item } = await api(getBoard, { params: { id: boardId } })
  const [first] = item.columns
  if (!first) throw new Error('The board has no columns')
  return { columnId: first.id, force: true }
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

/** How a board is named among those of other projects. */
export function placeName(projectName: string, boardName: string) {
  return `${projectName} · ${boardName}`
}

export function usePersonalBoard() {
  const { project, isPending } = usePersonalProject()
  return { project, board: project?.boards[0], isPending }
}
