import { isLost } from '@atrium/client/api-error'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { fullBoardQuery, useBoardRights } from '../data/boards.ts'
import { currentUserQuery } from '../data/current-user.ts'
import { taskQuery } from '../data/tasks.ts'
import { ChooseDoneColumn } from '../features/boards/columns/choose-done-column.tsx'
import { TaskBreadcrumbs } from '../features/navigation/task-breadcrumbs.tsx'
import { Attachments } from '../features/tasks/attachments/attachments.tsx'
import { DropArea, UploadsProvider } from '../features/tasks/attachments/uploads.tsx'
import { Checklist } from '../features/tasks/checklist/checklist.tsx'
import { TaskDescription } from '../features/tasks/description/task-description.tsx'
import { TaskFields } from '../features/tasks/fields/task-fields.tsx'
import { SaveTask } from '../features/tasks/save-task.tsx'
import { TaskHeader, TaskMenu, TaskTitle } from '../features/tasks/task-header.tsx'
import { TaskLayout } from '../features/tasks/task-layout.tsx'
import { TaskMissing, TaskPanel, TaskSkeleton } from '../features/tasks/task-panel.tsx'
import { TaskTabs } from '../features/tasks/task-tabs.tsx'
import { useTopic } from '../live/live-provider.tsx'

const TaskTimer = lazy(() =>
  import('../features/time-tracking/timer.tsx').then(({ TaskTimer }) => ({ default: TaskTimer })),
)
const TaskTimeChart = lazy(() =>
  import('../features/time-tracking/task-time-chart.tsx').then(({ TaskTimeChart }) => ({
    default: TaskTimeChart,
  })),
)

const address = '/board/$boardId/task/$taskId'

/** A task in a panel over its board. */
export function TaskPage() {
  const { t } = useTranslation()
  const { boardId, taskId } = useParams({ from: address })
  const navigate = useNavigate({ from: address })
  const { data: task } = useQuery({ ...taskQuery(taskId), enabled: false })
  const close = () =>
    void navigate({ to: '/board/$boardId', params: { boardId }, search: true, replace: true })
  const goTo = (id: number) =>
    void navigate({ to: address, params: { boardId: id, taskId }, search: {}, replace: true })
  return (
    <TaskPanel key={taskId} taskId={taskId} label={task?.title ?? t('tasks.title')} onClose={close}>
      <TaskContent taskId={taskId} boardId={boardId} onClose={close} onMoved={goTo} />
    </TaskPanel>
  )
}

interface TaskContentProps {
  taskId: number
  boardId: number
  onClose: () => void
  onMoved: (boardId: number) => void
}

function TaskContent({ taskId, boardId, onClose, onMoved }: TaskContentProps) {
  const { data: user } = useQuery(currentUserQuery)
  const { data: task, error, refetch } = useQuery(taskQuery(taskId))
  // The task may have moved to another board since the link was created.
  const { data: board, error: boardError, ...ofBoard } = useQuery(fullBoardQuery(task?.boardId ?? boardId))
  useTopic(`board:${board?.id}`, isLost(boardError) ? undefined : board?.changeId)
  const { mayWrite: mayEdit, mayManage } = useBoardRights(board)

  const failure = error ?? boardError
  // While the panel is open, another user can delete the task or remove this user from the project.
  if (failure && (!task || isLost(error))) {
    const retry = error ? refetch : ofBoard.refetch
    return <TaskMissing taskId={taskId} error={failure} mayEdit={mayEdit} onRetry={retry} onClose={onClose} />
  }
  if (!task || !board || !user) return <TaskSkeleton />

  const rights = { mayEdit, mayManage }
  return (
    <SaveTask task={task}>
      <UploadsProvider taskId={taskId}>
        <DropArea mayEdit={mayEdit}>
          <title>{`${task.title} · Atrium`}</title>
          <TaskHeader
            task={task}
            board={board}
            mayEdit={mayEdit}
            breadcrumbs={<TaskBreadcrumbs task={task} board={board} />}
            chooseDoneColumn={choice => <ChooseDoneColumn board={board} task={task} {...choice} />}
            onClose={onClose}
          >
            <TaskMenu
              task={task}
              mayEdit={mayEdit}
              onDeleted={onClose}
              onMoved={moved => onMoved(moved.boardId)}
            />
          </TaskHeader>
          <TaskLayout
            title={<TaskTitle task={task} mayEdit={mayEdit} />}
            side={
              <TaskFields task={task} board={board} {...rights}>
                <Suspense>{mayEdit && <TaskTimer taskId={taskId} />}</Suspense>
              </TaskFields>
            }
            main={
              <>
                <TaskDescription task={task} mayEdit={mayEdit} />
                <Checklist taskId={taskId} mayEdit={mayEdit} />
                <Attachments taskId={taskId} user={user} {...rights} />
                <TaskTabs
                  task={task}
                  user={user}
                  {...rights}
                  time={
                    <Suspense>
                      <TaskTimeChart taskId={taskId} />
                    </Suspense>
                  }
                />
              </>
            }
          />
        </DropArea>
      </UploadsProvider>
    </SaveTask>
  )
}
