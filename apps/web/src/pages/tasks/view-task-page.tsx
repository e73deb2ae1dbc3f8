import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { taskQuery } from '../../data/tasks/tasks.ts'
import { TaskPanel } from '../../features/tasks/task-panel.tsx'
import type { Step } from '../../features/tasks/task-steps.tsx'
import { TaskContent } from './task-content.tsx'

/** A task in a panel over the view that it was opened from. */
export default function ViewTaskPage() {
  const { t } = useTranslation()
  const { taskId = 0, projectId } = useParams({ strict: false })
  const navigate = useNavigate()
  const [lastStep, setLastStep] = useState<Step>()
  const { data: task } = useQuery({ ...taskQuery(taskId), enabled: false })
  const close = () =>
    void (projectId === undefined
      ? navigate({ to: '/tasks', search: true, replace: true })
      : navigate({ to: '/project/$projectId/tasks', params: { projectId }, search: true, replace: true }))
  const open = (id: number) =>
    void (projectId === undefined
      ? navigate({ to: '/tasks/$taskId', params: { taskId: id }, search: true, replace: true })
      : navigate({
          to: '/project/$projectId/tasks/$taskId',
          params: { projectId, taskId: id },
          search: true,
          replace: true,
        }))
  return (
    <TaskPanel taskId={taskId} label={task?.title ?? t('tasks.title')} onClose={close}>
      <TaskContent
        key={taskId}
        taskId={taskId}
        lastStep={lastStep}
        onStep={(id, step) => {
          setLastStep(step)
          open(id)
        }}
        onClose={close}
        onOpen={({ id }) => open(id)}
      />
    </TaskPanel>
  )
}
