import { IconCircleCheck, IconListCheck, IconPlayerPlayFilled, IconPlus } from '@atrium/ui/icons'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../data/projects.ts'
import { tasksQuery } from '../../data/tasks.ts'
import { useStartTimer } from '../../data/time.ts'
import type { Command } from './command.ts'
import { useCreateTask } from './create-task.ts'
import type { PaletteState } from './use-command-groups.tsx'

const MOST_TASKS = 8

/** The tasks that are found, and one more that could be made. */
export function useTaskCommands({ text, asked, isForTimer, boardId }: PaletteState) {
  const { data, isFetching } = useFoundTasks(asked, isForTimer)
  const { data: projects } = useQuery(allProjectsQuery)
  const navigate = useNavigate()
  const { mutate: startTimer } = useStartTimer()

  const tasks = (data?.items ?? []).map(task => ({
    id: `task-${task.id}`,
    label: task.title,
    description: [projects?.find(({ id }) => id === task.projectId)?.name, `#${task.number}`]
      .filter(Boolean)
      .join(' · '),
    icon: iconOf(task.completedAt !== null, isForTimer),
    run: () =>
      isForTimer
        ? startTimer(task.id)
        : void navigate({
            to: '/board/$boardId/task/$taskId',
            params: { boardId: task.boardId, taskId: task.id },
          }),
  }))
  const isSearching = text !== asked || isFetching
  return { tasks, create: useCreateCommands(text, boardId), isSearching: Boolean(text) && isSearching }
}

/** Before anything is typed, those that the timer would most likely be started on. */
function useFoundTasks(asked: string, isForTimer: boolean) {
  const filters = asked ? { search: asked } : { assigneeId: 'me', completed: false }
  return useQuery({
    ...tasksQuery({ ...filters, orderBy: '-updatedAt', limit: MOST_TASKS }),
    enabled: isForTimer || asked !== '',
  })
}

function iconOf(isDone: boolean, isForTimer: boolean) {
  if (isForTimer) return <IconPlayerPlayFilled size={16} />
  return isDone ? <IconCircleCheck size={18} stroke={1.75} /> : <IconListCheck size={18} stroke={1.75} />
}

function useCreateCommands(title: string, boardId: number | undefined): Command[] {
  const { t } = useTranslation()
  const { create } = useCreateTask()
  if (!title) return []
  const icon = <IconPlus size={18} stroke={1.75} />
  const personal = {
    id: 'create-personal',
    label: t('work.palette.createPersonal', { title }),
    icon,
    run: () => create(title),
  }
  if (boardId === undefined) return [personal]
  const here = {
    id: 'create-here',
    label: t('work.palette.createHere', { title }),
    icon,
    run: () => create(title, boardId),
  }
  return [here, personal]
}
