import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { taskQuery } from '../../data/tasks/tasks.ts'
import type { Step } from '../../features/tasks/task-steps.tsx'
import { TaskContent } from './task-content.tsx'

const address = '/task/$taskId/page'

/** A task on a page of its own, for long texts and wide screens. */
export default function TaskFullPage() {
  const { taskId } = useParams({ from: address })
  const navigate = useNavigate({ from: address })
  const [lastStep, setLastStep] = useState<Step>()
  const { data: task } = useQuery({ ...taskQuery(taskId), enabled: false })

  const toBoard = () =>
    void (task
      ? navigate({ to: '/board/$boardId', params: { boardId: task.boardId } })
      : navigate({ to: '/' }))
  const open = (id: number) => void navigate({ to: address, params: { taskId: id }, replace: true })
  return (
    <TaskContent
      key={taskId}
      taskId={taskId}
      isPage
      lastStep={lastStep}
      onStep={(id, by) => {
        setLastStep(by)
        open(id)
      }}
      onClose={toBoard}
      onOpen={({ id }) => open(id)}
    />
  )
}
