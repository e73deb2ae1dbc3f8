import { useQuery } from '@tanstack/react-query'
import { boardsQuery } from './boards.ts'
import { allProjectsQuery } from './projects.ts'

/** Everybody has one, their first; what is captured without a place goes there. */
export function usePersonalProject() {
  const { data: projects, isPending } = useQuery(allProjectsQuery)
  const [project] = (projects ?? [])
    .filter(({ type, myRole }) => type === 'personal' && myRole === 'owner')
    .sort((one, other) => one.id - other.id)
  return { project, isPending }
}

export function usePersonalBoard() {
  const { project, isPending } = usePersonalProject()
  const { data: boards } = useQuery({ ...boardsQuery(project?.id ?? 0), enabled: project !== undefined })
  return { project, board: boards?.[0], isPending }
}
