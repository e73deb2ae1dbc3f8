import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../data/account/user-settings.ts'
import { useCycles } from '../../data/planning/cycles.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { taskQuery } from '../../data/tasks/tasks.ts'
import { cardFilter } from '../../features/boards/filters/card-filters.ts'
import { TaskPanel } from '../../features/tasks/task-panel.tsx'
import type { Step } from '../../features/tasks/task-steps.tsx'
import { TaskContent } from './task-content.tsx'

const address = '/board/$boardId/task/$taskId'

/** A task in a panel over its board. */
export default function TaskPage() {
  const { t } = useTranslation()
  const { boardId, taskId } = useParams({ from: address })
  const filters = useSearch({ from: '/board/$boardId' })
  const navigate = useNavigate({ from: address })
  const [lastStep, setLastStep] = useState<Step>()
  const { data: task } = useQuery({ ...taskQuery(taskId), enabled: false })
  const { data: project } = useQuery({ ...projectQuery(task?.projectId ?? 0), enabled: false })
  const { data: user } = useQuery(currentUserQuery)
  const today = useToday()
  const cycles = useCycles(task?.projectId ?? 0, task !== undefined && filters.cycle !== undefined)

  const close = () =>
    void navigate({ to: '/board/$boardId', params: { boardId }, search: true, replace: true })
  const open = ({ id, boardId: home }: Pick<Task, 'id' | 'boardId'>) =>
    void navigate({
      to: address,
      params: { boardId: home, taskId: id },
      search: home === boardId ? true : {},
      replace: true,
    })
  const step = (id: number, by: Step | undefined) => {
    setLastStep(by)
    open({ id, boardId })
  }
  useMovedTask(task, boardId, open)
  return (
    <TaskPanel taskId={taskId} label={task?.title ?? t('tasks.title')} onClose={close}>
      <TaskContent
        key={taskId}
        taskId={taskId}
        boardId={boardId}
        isShown={
          user
            ? cardFilter(filters, { myId: user.id, today, projectKey: project?.key ?? null, cycles })
            : undefined
        }
        lastStep={lastStep}
        onStep={step}
        onClose={close}
        onOpen={open}
      />
    </TaskPanel>
  )
}

/** The address of a task that has moved to another board, perhaps of another project, leads there. */
function useMovedTask(task: Task | undefined, boardId: number, open: (task: Task) => void) {
  const follow = useEffectEvent(() => task && open(task))
  const isElsewhere = task !== undefined && task.boardId !== boardId
  useEffect(() => {
    if (isElsewhere) follow()
  }, [isElsewhere])
}
