import { IconFolders, IconLayoutKanban } from '@atrium/ui/icons'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { boardsQuery } from '../../data/boards.ts'
import { allProjectsQuery } from '../../data/projects.ts'
import type { Command } from './command.ts'

/** Each project is one question more. */
const MOST_PROJECTS = 25

/** Projects, and their boards once something is typed. */
export function usePlaceCommands(text: string) {
  const navigate = useNavigate()
  const { data: all = [] } = useQuery(allProjectsQuery)
  const boards = useQueries({
    queries: all.slice(0, MOST_PROJECTS).map(({ id }) => ({
      ...boardsQuery(id),
      enabled: text !== '',
      staleTime: 5 * 60_000,
    })),
    combine: answers => answers.flatMap(({ data }) => data ?? []),
  })
  if (!text) return { projects: [], boards: [] }
  return {
    projects: all.map(
      ({ id, name }): Command => ({
        id: `project-${id}`,
        label: name,
        icon: <IconFolders size={18} stroke={1.75} />,
        run: () => void navigate({ to: '/project/$projectId', params: { projectId: id } }),
      }),
    ),
    boards: boards.map(({ id, name, projectId }): Command => {
      const project = all.find(one => one.id === projectId)?.name ?? ''
      return {
        id: `board-${id}`,
        label: name,
        description: project,
        alsoFoundBy: project,
        icon: <IconLayoutKanban size={18} stroke={1.75} />,
        run: () => void navigate({ to: '/board/$boardId', params: { boardId: id } }),
      }
    }),
  }
}
