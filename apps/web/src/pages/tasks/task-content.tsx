import { isLost } from '@atrium/client/api-error'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { pageTitle } from '@atrium/ui/branding'
import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { fullBoardQuery, useBoardRights } from '../../data/boards/boards.ts'
import { projectQuery } from '../../data/projects/projects.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'
import { taskQuery } from '../../data/tasks/tasks.ts'
import { ChooseDoneColumn } from '../../features/boards/columns/choose-done-column.tsx'
import { TaskBreadcrumbs } from '../../features/navigation/task-breadcrumbs.tsx'
import { DropArea, UploadsProvider } from '../../features/tasks/attachments/uploads.tsx'
import { TaskDescription } from '../../features/tasks/description/task-description.tsx'
import { TaskFields } from '../../features/tasks/fields/task-fields.tsx'
import { TaskLayout } from '../../features/tasks/layout/task-layout.tsx'
import { PresentPeople } from '../../features/tasks/presence/present-people.tsx'
import { TaskPresence } from '../../features/tasks/presence/task-presence.tsx'
import { SaveTask } from '../../features/tasks/saving/save-task.tsx'
import { ParentTasks } from '../../features/tasks/subtasks/parent-tasks.tsx'
import { TaskHeader, TaskTitle } from '../../features/tasks/task-header.tsx'
import { TaskMenu } from '../../features/tasks/task-menu.tsx'
import { TaskMissing, TaskSkeleton } from '../../features/tasks/task-panel.tsx'
import { TaskSections } from '../../features/tasks/task-sections.tsx'
import { type Step, TaskSteps } from '../../features/tasks/task-steps.tsx'
import { TaskTabs } from '../../features/tasks/task-tabs.tsx'
import { useTopic } from '../../live/live-provider.tsx'
import { PageLoading } from '../page-loading.tsx'

const TaskTimer = lazy(() =>
  import('../../features/time-tracking/timer.tsx').then(({ TaskTimer }) => ({ default: TaskTimer })),
)
const TaskTime = lazy(() =>
  import('../../features/time-tracking/task-time.tsx').then(({ TaskTime }) => ({ default: TaskTime })),
)

interface TaskContentProps {
  taskId: number
  /** The board of the address, until the task says its own. */
  boardId?: number
  isPage?: boolean
  /** Which tasks of the column are shown on the board. */
  isShown?: ((card: Card) => boolean) | undefined
  lastStep: Step | undefined
  onStep: (taskId: number, step: Step | undefined) => void
  onClose: () => void
  /** Opens a task that may be on another board. */
  onOpen: (task: Task) => void
}

/** Everything about a task, in a panel or on a page. */
export function TaskContent({ taskId, boardId = 0, isPage = false, ...rest }: TaskContentProps) {
  const { isShown = () => true, lastStep, onStep, onClose, onOpen } = rest
  const { data: user } = useQuery(currentUserQuery)
  const { data: task, error, refetch } = useQuery(taskQuery(taskId))
  const shownBoardId = task?.boardId ?? boardId
  const {
    data: board,
    error: boardError,
    ...ofBoard
  } = useQuery({
    ...fullBoardQuery(shownBoardId),
    enabled: shownBoardId > 0,
  })
  useTopic(`board:${board?.id}`, isLost(boardError) ? undefined : board?.changeId)
  const { mayWrite: mayEdit, mayManage } = useBoardRights(board)
  const { data: project } = useQuery({ ...projectQuery(board?.projectId ?? 0), enabled: board !== undefined })

  const failure = error ?? boardError
  // While the task is open, another user can delete it or remove this user from the project.
  if (failure && (!task || isLost(error))) {
    const retry = error ? refetch : ofBoard.refetch
    return <TaskMissing taskId={taskId} error={failure} mayEdit={mayEdit} onRetry={retry} onClose={onClose} />
  }
  if (!task || !board || !user) {
    return (
      <PageLoading onClose={onClose}>
        <TaskSkeleton />
      </PageLoading>
    )
  }

  const rights = { mayEdit, mayManage }
  const column = board.columns.find(({ id }) => id === task.columnId)
  const taskIds = column?.tasks.filter(isShown).map(({ id }) => id) ?? []
  return (
    <SaveTask task={task}>
      <TaskPresence taskId={taskId} myId={user.id}>
        <UploadsProvider taskId={taskId}>
          <DropArea mayEdit={mayEdit}>
            <title>{pageTitle(`${taskKey(task.number, project?.key)} ${task.title}`)}</title>
            <TaskHeader
              task={task}
              board={board}
              mayEdit={mayEdit}
              isPage={isPage}
              breadcrumbs={<TaskBreadcrumbs task={task} board={board} />}
              chooseDoneColumn={choice => <ChooseDoneColumn board={board} task={task} {...choice} />}
              onClose={onClose}
            >
              <PresentPeople />
              <TaskSteps taskId={taskId} taskIds={taskIds} lastStep={lastStep} onStep={onStep} />
              <TaskMenu
                task={task}
                mayEdit={mayEdit}
                onDeleted={onClose}
                onMoved={onOpen}
                onDuplicated={onOpen}
              />
            </TaskHeader>
            <TaskLayout
              isPage={isPage}
              title={
                <>
                  <ParentTasks task={task} />
                  <TaskTitle task={task} mayEdit={mayEdit} />
                </>
              }
              side={
                <TaskFields task={task} board={board} {...rights}>
                  {mayEdit && (
                    <Suspense fallback={<LoadingSkeleton h={36} />}>
                      <TaskTimer taskId={taskId} />
                    </Suspense>
                  )}
                </TaskFields>
              }
              main={
                <>
                  <TaskDescription task={task} mayEdit={mayEdit} />
                  <TaskSections task={task} user={user} {...rights} />
                  <TaskTabs
                    task={task}
                    user={user}
                    {...rights}
                    time={
                      <Suspense>
                        <TaskTime taskId={taskId} mayTrack={mayEdit} />
                      </Suspense>
                    }
                  />
                </>
              }
            />
          </DropArea>
        </UploadsProvider>
      </TaskPresence>
    </SaveTask>
  )
}
