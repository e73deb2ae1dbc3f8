import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { allProjectsQuery, mayAs } from '../projects/projects.ts'
import { useHasPermission } from '../session/current-user.ts'
import { type TaskFilters, tasksQuery } from './tasks.ts'

interface OfferedTasks {
  /** Before anything is typed. */
  suggested?: TaskFilters
  always?: TaskFilters
}

/** Tasks to choose from among those that the user can edit, found by title or number, the last changed first. */
export function useTaskOptions(text: string, { suggested, always }: OfferedTasks) {
  const [term] = useDebouncedValue(text, 200)
  const filters = { ...always, ...(term ? { search: term } : suggested) }
  const tasks = useQuery(tasksQuery({ ...filters, orderBy: '-updatedAt', limit: 20 }))
  const { data: projects } = useQuery(allProjectsQuery)
  const managesAllProjects = useHasPermission('projects.manage.any')
  const options = (tasks.data?.items ?? []).flatMap(({ id, number, title, projectId }) => {
    const project = projects?.find(one => one.id === projectId)
    if (project && !managesAllProjects && !mayAs(project.myRole, 'member')) return []
    const label = `${taskKey(number, project?.key)} ${title}`
    return [{ value: String(id), label: [label, project?.name].filter(Boolean).join(' · ') }]
  })
  return { options, isSearching: term !== text || tasks.isPending || tasks.isPlaceholderData }
}
